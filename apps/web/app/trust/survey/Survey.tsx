import type { InvitationState } from '@tradewind/contract/trust/review.words'
import { useEffect, useRef, useState } from 'react'
import { type LoaderFunctionArgs, useLoaderData, useParams } from 'react-router'
import { fetchApi, languageOf, nothingHere } from '#kit/page/fetchApi'
import { Head } from '#kit/page/head'
import type { Handle } from '#kit/page/page'
import { useEveryText, useText } from '#kit/text'
import { stageOf } from './survey.values.ts'
import { SurveyForm } from './SurveyForm.tsx'
import styles from './survey.module.css'

export const handle: Handle = { secret: true }

export const loader = async ({ params: { token = '' }, context }: LoaderFunctionArgs) => {
  const survey = await fetchApi(context, 'GET /api/review/surveydetails/:uniqueId', {
    uniqueId: token,
    lang: languageOf(context),
  })
  if (!survey) throw nothingHere()
  return survey.data
}

/** The survey behind the link of an invitation. */
export default function Survey() {
  useEveryText()
  const t = useText()
  const survey = useLoaderData<typeof loader>()
  const [state, setState] = useState<InvitationState>(survey.answer.invitationStatus)
  const { token = '' } = useParams()
  const company = survey.user.userCompanyName
  const stage = stageOf(state)
  return (
    <section className={styles.survey}>
      <Head title={t('Your review of {company}', { company })} />
      {stage === 'open' && <SurveyForm token={token} company={company} questions={survey.questions} onState={setState} />}
      {stage === 'thanks' && <Thanks company={company} isNews={state !== survey.answer.invitationStatus} />}
      {stage === 'over' && <Over company={company} />}
    </section>
  )
}

const Thanks = ({ company, isNews }: { company: string; isNews: boolean }) => {
  const t = useText()
  const title = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (!isNews) return
    title.current?.focus()
    scrollTo({ top: 0 })
  }, [isNews])
  return (
    <div className={styles.word}>
      <h1 ref={title} tabIndex={-1}>
        {t('Thank you for your review')}
      </h1>
      <p>{t('{company} has your answers, and they count for its score. There is nothing left to do.', { company })}</p>
    </div>
  )
}

const Over = ({ company }: { company: string }) => {
  const t = useText()
  return (
    <div className={styles.word}>
      <h1>{t('This survey is over')}</h1>
      <p>{t('The invitation has expired. {company} can send you a new one.', { company })}</p>
    </div>
  )
}
