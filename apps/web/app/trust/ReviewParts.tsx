import { Anchor, Button, Group, SegmentedControl, Skeleton, Stack, Text, Title } from '@mantine/core'
import { IconExternalLink } from '@tabler/icons-react'
import type { Language } from '@tradewind/contract/kit/language'
import { isStaff } from '@tradewind/contract/roles'
import { type ReviewType, reviewTypes } from '@tradewind/contract/trust/review.constants'
import type { ReviewSetting } from '@tradewind/contract/trust/review.schemas'
import { Suspense, useState } from 'react'
import { Link } from 'react-router'
import type { Answer } from '#kit/api/calls'
import { type Failure, failureOf } from '#kit/api/failure'
import { useCachedAnswer, useCall, useList, useSend } from '#kit/api/query'
import { useArea } from '#kit/area'
import { useActor } from '#kit/session'
import { languageNames, useLanguage, useText } from '#kit/text'
import { confirm } from '#ui/dialog/confirm'
import { RichText } from '#ui/editor/RichText'
import { NativeSelect } from '#ui/form/NativeSelect'
import { ErrorSummary } from '#ui/form/notices'
import { Restored } from '#ui/form/Restored'
import { useDraftForm } from '#ui/form/useDraftForm'
import { useDraft } from '#ui/form/useStoredDraft'
import { Card } from '#ui/page/Card'
import { lazyWithRetry } from '#ui/page/lazyWithRetry'
import { ErrorState, QueryContent } from '#ui/page/states'
import { useToast } from '#ui/page/toast'
import { typeNames } from './reviewTypes.ts'
import styles from './setting.module.css'

const Badges = lazyWithRetry(async () => (await import('./Badges.tsx')).Badges)
const OwnQuestions = lazyWithRetry(async () => (await import('./OwnQuestions.tsx')).OwnQuestions)

/** The review settings on the settings page: the decisions, and the description of the own company. Nothing if reviews are disabled. */
export const ReviewParts = () => {
  const { data, error, refetch } = useCall('GET /api/review/setting', {})
  if (data !== undefined) {
    return (
      <>
        <Decisions saved={data} />
        <Suspense fallback={<Skeleton height={200} />}>
          <OwnQuestions />
        </Suspense>
        <Suspense fallback={<Skeleton height={400} />}>
          <Badges key={String(data?.reviewsSearchEnabled)} />
        </Suspense>
        <Description />
      </>
    )
  }
  if (error?.status === 403) return null
  return error ? <ErrorState failure={error} onRetry={() => void refetch()} /> : <Skeleton height={280} />
}

/** The description of the own company on its page. */
const Description = () => {
  const t = useText()
  const { uniqueId } = useActor()
  return (
    <Card anchor="description" title={t('Company Description')} description={t('Visitors read it on the page of your company.')}>
      <QueryContent of={useCall('GET /api/review/companyDescription/:uniqueId', { uniqueId })} height={480}>
        {({ companyDescriptionMarkup }) => <DescriptionForm uniqueId={uniqueId} saved={companyDescriptionMarkup ?? ''} />}
      </QueryContent>
    </Card>
  )
}

const DescriptionForm = ({ uniqueId, saved }: { uniqueId: string; saved: string }) => {
  const t = useText()
  const draft = useDraft('review/description', saved)
  const { save, isPending, error } = useSaveDescription(uniqueId, draft)
  const submit = (event: React.SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    void save()
  }
  return (
    <form noValidate onSubmit={submit}>
      <Stack>
        {draft.isRestored && <Restored onDiscard={draft.discard} isOutdated={draft.isOutdated} />}
        {error && <ErrorSummary failure={error} labels={{ companyDescriptionMarkup: t('Company Description') }} />}
        <RichText
          id="companyDescriptionMarkup"
          name="companyDescriptionMarkup"
          label={t('About the company')}
          required={false}
          value={draft.text}
          onChange={(markup) => draft.type(String(markup))}
          error={descriptionError(error, t)}
          height={400}
        />
        <Group>
          <Button type="submit" variant="default" loading={isPending}>
            {t('Save Description')}
          </Button>
          <Button component="a" href={`/company/${uniqueId}`} variant="subtle">
            {t('View Company')}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

const descriptionError = (error: Failure | null, t: (english: string) => string) => {
  const fault = error?.fields['companyDescriptionMarkup']
  return fault ? t(fault) : null
}

const useSaveDescription = (uniqueId: string, { text, settle }: ReturnType<typeof useDraft>) => {
  const toast = useToast()
  const { mutateAsync, isPending, error } = useSend('POST /api/review/updateCompanyDescription')
  const save = async () => {
    try {
      const reply = await mutateAsync({ uniqueId, companyDescriptionMarkup: text })
      toast.reply(reply)
      settle(text, reply.data.companyDescriptionMarkup ?? '')
    } catch (refused) {
      failureOf(refused)
    }
  }
  return { save, isPending, error }
}

/** The survey type, which is set once, and whether the page is listed. */
const Decisions = ({ saved }: { saved: ReviewSetting | null }) => {
  const t = useText()
  const decisions = useDraftForm('review/setting', toValues(saved))
  const { values, type, changes } = decisions
  const isChanged = Object.keys(changes).length > 0
  const { submit, isPending, error } = useSaveDecisions(decisions)
  const reviewType = saved?.reviewType ?? values.reviewType ?? ''
  return (
    <Card
      anchor="reviews"
      title={t('Review Settings')}
      description={t('What your customers are asked, and who can find your score.')}
    >
      <form noValidate onSubmit={submit}>
        <div className={styles.choice}>
          <Stack>
            {isChanged && (
              <Restored isRestored={decisions.isRestored} isOutdated={decisions.isOutdated} onDiscard={decisions.discard} />
            )}
            {error && <ErrorSummary failure={error} labels={{ reviewType: t('Survey Type') }} />}
            <SurveyType
              reviewType={reviewType}
              isFixed={Boolean(saved?.reviewType)}
              onChoose={(chosen) => type('reviewType', chosen)}
            />
            <VisibilityChoice value={values.reviewsSearchEnabled} onChoose={(chosen) => type('reviewsSearchEnabled', chosen)} />
            <Button type="submit" variant="default" loading={isPending} style={{ alignSelf: 'flex-start' }}>
              {t('Save Settings')}
            </Button>
          </Stack>
          <TypeQuestions reviewType={reviewType} />
        </div>
      </form>
      {isStaff(useActor()) && <ReviewLinks />}
    </Card>
  )
}

const VisibilityChoice = ({ value, onChoose }: { value: YesOrNo; onChoose: (value: YesOrNo) => void }) => {
  const t = useText()
  return (
    <div>
      <Text size="sm" fw={600} mb={4} id="reviewVisible">
        {t('Review Visible on Global Search')}
      </Text>
      <SegmentedControl
        aria-labelledby="reviewVisible"
        value={value}
        onChange={onChoose}
        data={[
          { value: 'YES', label: t('YES') },
          { value: 'NO', label: t('NO') },
        ]}
      />
      <Text size="sm" c="dimmed" mt={4}>
        {t('Visitors can find your company and its score in the directory, once you have a brand name.')}
      </Text>
    </div>
  )
}

/** Links that members have in their menu. */
const ReviewLinks = () => {
  const t = useText()
  const at = useArea()
  return (
    <Group gap="lg">
      <Anchor component={Link} to={at('audience/list')} prefetch="intent">
        {t('Audience List')}
      </Anchor>
      <Anchor component={Link} to={at('trends')} prefetch="intent">
        {t('Results')}
      </Anchor>
    </Group>
  )
}

type YesOrNo = 'YES' | 'NO'

/** The values of the form. The survey type is chosen once. */
type Values = {
  reviewType?: ReviewType | ''
  reviewsSearchEnabled: YesOrNo
}

const toValues = (saved: ReviewSetting | null): Values => ({
  ...(!saved?.reviewType && { reviewType: '' as const }),
  reviewsSearchEnabled: saved?.reviewsSearchEnabled ? 'YES' : 'NO',
})

/** The call that saves the decisions; the survey type after a confirmation. */
const useSaveDecisions = ({ values, settle }: ReturnType<typeof useDraftForm<Values>>) => {
  const t = useText()
  const toast = useToast()
  const { refresh } = useCachedAnswer('GET /api/review/setting', {})
  const { mutateAsync, isPending, error } = useSend('POST /api/review/setting')
  const newType = values.reviewType
  const confirmType = (type: string) =>
    confirm({
      title: t('Save “{type}” as your survey type?', { type }),
      text: t('From then on your customers are asked its questions. It can’t be changed afterwards.'),
      confirmLabel: t('Save “{type}”', { type }),
    })
  const save = async () => {
    if (newType && !(await confirmType(t(typeNames[newType])))) return
    const reviewsSearchEnabled = values.reviewsSearchEnabled === 'YES'
    toast.reply(await mutateAsync({ reviewsSearchEnabled, ...(newType && { reviewType: newType }) }))
    await refresh()
    settle(values)
  }
  const submit = (event: React.SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    save().catch(failureOf)
  }
  return { submit, isPending, error }
}

interface SurveyTypeProps {
  reviewType: ReviewType | ''
  isFixed: boolean
  onChoose: (reviewType: ReviewType | '') => void
}

/** Selects the survey type. It cannot be changed once saved. */
const SurveyType = ({ reviewType, isFixed, onChoose }: SurveyTypeProps) => {
  const t = useText()
  const types = reviewTypes.map((value) => ({ value, label: t(typeNames[value]) }))
  return (
    <NativeSelect
      id="reviewType"
      label={t('Survey Type')}
      description={
        isFixed
          ? t('It can’t be changed any more, because scores from other questions could not be compared.')
          : t('It decides which questions are asked. Once saved, it can’t be changed.')
      }
      disabled={isFixed}
      value={reviewType}
      onChange={({ currentTarget: { value } }) => onChoose(value as ReviewType | '')}
      data={reviewType && isFixed ? types : [{ value: '', label: t('Choose a survey type') }, ...types]}
    />
  )
}

/** The questions of the selected type; before one is selected, a description of each type. */
const TypeQuestions = ({ reviewType }: { reviewType: ReviewType | '' }) => {
  const t = useText()
  const lang = useLanguage()
  return (
    <Stack gap="sm" component="section" aria-labelledby="typeQuestions">
      <Title order={3} size="sm" id="typeQuestions">
        {reviewType ? t('What is asked: {type}', { type: t(typeNames[reviewType]) }) : t('What is asked, by type')}
      </Title>
      <QueryContent of={useList('GET /api/reviewQuestion/tenant', { lang })} height={200}>
        {({ rows }) =>
          reviewType ? (
            <Questions of={reviewType} questions={rows} />
          ) : (
            <div>
              {reviewTypes.map((type) => (
                <details key={type} className={styles.type}>
                  <summary>{t(typeNames[type])}</summary>
                  <Questions of={type} questions={rows} />
                </details>
              ))}
            </div>
          )
        }
      </QueryContent>
      <Preview reviewType={reviewType} />
    </Stack>
  )
}

const Questions = ({ of, questions: all }: { of: ReviewType; questions: Answer<'GET /api/reviewQuestion/tenant'>['rows'] }) => {
  const t = useText()
  const questions = all.filter(({ reviewType }) => reviewType === of)
  if (questions.length === 0) return <Text c="dimmed">{t('No questions yet')}</Text>
  return (
    <ol className={styles.questions}>
      {questions.map(({ uniqueId, headline, question }) => (
        <li key={uniqueId}>
          <Text span fw={600}>
            {headline}
          </Text>
          <Text size="sm" c="dimmed">
            {question}
          </Text>
        </li>
      ))}
    </ol>
  )
}

/** Opens the survey as customers see it, in one of their languages. */
const Preview = ({ reviewType }: { reviewType: ReviewType | '' }) => {
  const t = useText()
  const [lang, setLang] = useState<Language>(useLanguage())
  const query = new URLSearchParams({ ...(reviewType && { type: reviewType }), lang })
  return (
    <Group align="end" gap="sm">
      <NativeSelect
        label={t('Language of the preview')}
        value={lang}
        onChange={({ currentTarget: { value } }) => setLang(value as Language)}
        data={Object.entries(languageNames).map(([value, label]) => ({ value, label }))}
      />
      <Button
        component="a"
        href={`/review/preview?${query}`}
        target="_blank"
        variant="default"
        leftSection={<IconExternalLink size={16} aria-hidden />}
      >
        {t('Preview the survey')}
      </Button>
    </Group>
  )
}
