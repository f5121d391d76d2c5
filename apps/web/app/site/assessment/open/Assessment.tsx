import { Suspense } from 'react'
import { type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { fetchApi, languageOf, nothingHere, services } from '#kit/page/fetchApi'
import { Head } from '#kit/page/head'
import { useLanguage, useText } from '#kit/text'
import { lazyPublicPart } from '#ui/open/lazyPublicPart'
import { minutesFor } from './answers.ts'
import { Intro } from './Intro.tsx'
import { Thanks } from './Thanks.tsx'
import { useSteps } from './useSteps.ts'

const ContactDialog = lazyPublicPart(async () => (await import('./ContactDialog.tsx')).ContactDialog)
const Questionnaire = lazyPublicPart(async () => (await import('./Questionnaire.tsx')).Questionnaire)

export const loader = async ({ context }: LoaderFunctionArgs) => {
  if (!context.get(services).tenant.showsAssessment) throw nothingHere()
  const asked = await fetchApi(context, 'GET /api/auditQuestion/tenant', { lang: languageOf(context) })
  if (!asked) throw nothingHere()
  return asked.data
}

/** The self-assessment: what it is, who takes it, the questions, thanks. */
export default function Assessment() {
  const questions = useLoaderData<typeof loader>()
  const steps = useSteps()
  const { faults, stage, contact, isBack, openContact, closeContact, contactIsGiven, sent } = steps
  return (
    <>
      <AssessmentHead count={questions.length} />
      {stage === 'intro' && <Intro questions={questions} onStart={steps.start} />}
      {stage === 'questions' && (
        <Suspense>
          <Questionnaire questions={questions} contact={contact} isBack={isBack} onContact={openContact} onSent={sent} />
        </Suspense>
      )}
      {stage === 'thanks' && <Thanks words={steps.words} />}
      {faults && (
        <Suspense>
          <ContactDialog refused={faults} onClose={closeContact} onDone={contactIsGiven} />
        </Suspense>
      )}
    </>
  )
}

const AssessmentHead = ({ count }: { count: number }) => {
  const t = useText()
  const inLanguage = useLanguage()
  const name = t('Self-assessment')
  const description = t(
    'Is your company ready to sell abroad? Answer {count} statements in about {minutes} minutes and get your score in six areas, with what to do next. Free of charge.',
    { count: String(count), minutes: String(minutesFor(count)) },
  )
  const page = { '@context': 'https://schema.org', '@type': 'WebPage', name, description, inLanguage, isAccessibleForFree: true }
  return <Head title={name} description={description} jsonLd={page} />
}
