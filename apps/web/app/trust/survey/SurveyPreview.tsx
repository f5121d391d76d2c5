import { isStaff } from '@tradewind/contract/roles'
import type { ReviewType } from '@tradewind/contract/trust/review.constants'
import { type ComponentType, type InputEvent, type SubmitEvent, useEffect, useState } from 'react'
import { useSearchParams } from 'react-router'
import { call } from '#kit/api/call'
import type { Answer } from '#kit/api/calls'
import { type Failure, failureOf } from '#kit/api/failure'
import { useActor } from '#kit/session'
import { languageNames, languages, useLanguage, useText } from '#kit/text'
import { Brand } from '#platform/shell/Brand'
import { Notice } from '#ui/page/Notice'
import type { SurveyFieldsProps } from './Survey.tsx'
import styles from './survey.module.css'

type PreviewedSurvey = Answer<'GET /api/reviewOwnQuestion/preview'>

interface SurveyPreviewProps {
  /** The fields of the survey that customers answer. */
  Fields: ComponentType<SurveyFieldsProps>
}

/** The own survey as a customer sees it, in the language of the address. It can be tried, but nothing is sent. */
export const SurveyPreview = ({ Fields }: SurveyPreviewProps) => {
  const t = useText()
  const { survey, failure } = usePreviewedSurvey()
  return (
    <>
      <PreviewBar />
      <div className={styles.brand}>
        <Brand />
      </div>
      <div className={styles.survey}>
        {failure && <Notice kind="bad">{t(Object.values(failure.fields)[0] ?? failure.message)}</Notice>}
        {survey && survey.questions.length === 0 && (
          <Notice kind="bad">{t('Choose a survey type in your settings to see its questions here.')}</Notice>
        )}
        {survey && <TrialForm survey={survey} Fields={Fields} />}
      </div>
    </>
  )
}

/** The answer to the latest request. */
interface PreviewResult {
  survey?: PreviewedSurvey
  failure?: Failure
}

const usePreviewedSurvey = (): PreviewResult => {
  const lang = useLanguage()
  const [params] = useSearchParams()
  const type = params.get('type')
  const [result, setResult] = useState<PreviewResult>({})
  useEffect(() => {
    let isStale = false
    const input = { lang, ...(type && { reviewType: type as ReviewType }) }
    call('GET /api/reviewOwnQuestion/preview', input).then(
      (survey) => isStale || setResult({ survey }),
      (error: unknown) => isStale || setResult({ failure: failureOf(error) }),
    )
    return () => {
      isStale = true
    }
  }, [lang, type])
  return result
}

/** Explains the preview, offers its languages, and links back. */
const PreviewBar = () => {
  const t = useText()
  const currentLanguage = useLanguage()
  const actor = useActor()
  const [params] = useSearchParams()
  const inLanguage = (lang: string) => `?${new URLSearchParams({ ...Object.fromEntries(params), lang })}`
  return (
    <section className={styles.bar} aria-label={t('Preview')}>
      <p>
        <strong>{t('Preview')}</strong> {t('Your customers see this survey. Here nothing is sent.')}{' '}
        <a href={isStaff(actor) ? '/crm/settings' : '/user/settings'}>{t('Back to your settings')}</a>
      </p>
      <ul aria-label={t('Language')}>
        {languages.map((code) => (
          <li key={code}>
            <a href={inLanguage(code)} hrefLang={code} lang={code} aria-current={code === currentLanguage || undefined}>
              {languageNames[code]}
            </a>
          </li>
        ))}
      </ul>
    </section>
  )
}

const readForm = (form: HTMLFormElement) =>
  Object.fromEntries([...new FormData(form)].filter((field): field is [string, string] => typeof field[1] === 'string'))

/** The form, which stores and sends nothing. */
const TrialForm = ({ survey, Fields }: SurveyPreviewProps & { survey: PreviewedSurvey }) => {
  const t = useText()
  const [typed, setTyped] = useState<Readonly<Record<string, string>>>({})
  const [isTried, setTried] = useState(false)
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    setTried(true)
  }
  const readInput = (event: InputEvent<HTMLFormElement>) => setTyped(readForm(event.currentTarget))
  return (
    <form noValidate onInput={readInput} onSubmit={submit}>
      <Fields company={survey.user.userCompanyName} survey={{ ...survey, pressed: null }} typed={typed} missingIds={[]}>
        {isTried && <Notice kind="good">{t('This is a preview: nothing was sent.')}</Notice>}
        <button type="submit" className="open-button open-button-main">
          {t('Send my review')}
        </button>
      </Fields>
    </form>
  )
}
