import { Skeleton, Button, Group, Stack } from '@mantine/core'
import { type Failure, failureOf } from '#kit/api/failure'
import { useCall, useSend } from '#kit/api/query'
import { useActor } from '#kit/session'
import { useText } from '#kit/text'
import { RichText } from '#ui/editor/RichText'
import { Restored } from '#ui/form/Restored'
import { Card } from '#ui/page/Card'
import { ErrorState } from '#ui/page/ErrorState'
import { ErrorSummary } from '#ui/page/ErrorSummary'
import { Read } from '#ui/page/Read'
import { useToast } from '#ui/page/toast'
import { Decisions } from './Decisions.tsx'
import { useDraft } from './useDraft.ts'

/** What the settings page has on reviews: the decisions on them, and the own company in words. Nothing where reviews are switched off. */
export const ReviewParts = () => {
  const { data, error, refetch } = useCall('GET /api/review/setting', {})
  if (data !== undefined) {
    return (
      <>
        <Decisions saved={data} />
        <Description />
      </>
    )
  }
  if (error?.status === 403) return null
  return error ? <ErrorState failure={error} onRetry={() => void refetch()} /> : <Skeleton height={280} />
}

/** What the own company says of itself on its page. */
const Description = () => {
  const t = useText()
  const { uniqueId } = useActor()
  return (
    <Card title={t('Company Description')} about={t('Visitors read it on the page of your company.')}>
      <Read of={useCall('GET /api/review/companyDescription/:uniqueId', { uniqueId })} height={480}>
        {({ companyDescriptionMarkup }) => <Editing uniqueId={uniqueId} saved={companyDescriptionMarkup ?? ''} />}
      </Read>
    </Card>
  )
}

const Editing = ({ uniqueId, saved }: { uniqueId: string; saved: string }) => {
  const t = useText()
  const draft = useDraft('review/description', saved)
  const { save, isPending, error } = useSaving(uniqueId, draft)
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
          error={faultOf(error, t)}
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

const faultOf = (error: Failure | null, t: (english: string) => string) => {
  const fault = error?.fields['companyDescriptionMarkup']
  return fault ? t(fault) : null
}

const useSaving = (uniqueId: string, { text, settle }: ReturnType<typeof useDraft>) => {
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
