import { Button, Checkbox, Group, Stack, Text, Textarea } from '@mantine/core'
import type { Remark } from '@tradewind/contract/trust/review.schemas'
import { removalNames } from '@tradewind/contract/trust/reviewCase.constants'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { type Failure, failureOf } from '#kit/api/failure'
import { useCachedAnswer, useList, usePrefetch, useSend } from '#kit/api/query'
import { useListAddress, useParam } from '#kit/browser/search-params'
import { type Translate, useText } from '#kit/text'
import { Stars } from '#trust/Stars'
import { FormButtons } from '#ui/dialog/ButtonRow'
import { Dialog } from '#ui/dialog/Dialog'
import { ErrorSummary } from '#ui/form/notices'
import { Restored } from '#ui/form/Restored'
import { useDraft } from '#ui/form/useStoredDraft'
import type { Column } from '#ui/list/columns'
import { Pager, useRedirectPastEnd } from '#ui/list/Pager'
import { Rows } from '#ui/list/Rows'
import { Card } from '#ui/page/Card'
import { Tooltip } from '#ui/page/floating'
import { QueryContent } from '#ui/page/states'
import { useToast } from '#ui/page/toast'
import { Badge } from '#ui/values/Badge'
import { Day } from '#ui/values/Day'
import { NoData } from './Period.tsx'
import styles from './remarks.module.css'

const PAGE_SIZE = 20
const remarksInput = (page: number, remarkId?: string) => ({ page: page - 1, size: PAGE_SIZE, ...(remarkId && { remarkId }) })
type RemarksInput = ReturnType<typeof remarksInput>

/**
 * The remarks of customers, whether each is shown as a testimonial, and the replies. If the address names one, only that one is shown, and the page
 * opens there.
 */
export const Remarks = () => {
  const t = useText()
  const address = useListAddress({ filters: [], sort: '-dateCreated', pageName: 'remarks' })
  const [only, setOnly] = useParam('remark')
  const input = only ? remarksInput(1, only) : remarksInput(address.page)
  const list = useList('GET /api/review/remarks', input)
  const prefetch = usePrefetch()
  useRedirectPastEnd(list, address, PAGE_SIZE)
  const frame = useScrollTo(only !== '')
  return (
    <div ref={frame}>
      <Card
        title={t('Remarks/Testimonials')}
        description={t('Testimonials are your selection from the remarks that customers approved for the public.')}
      >
        {only && (
          <Group>
            <Button variant="default" size="compact-sm" onClick={() => setOnly('')}>
              {t('Show all remarks')}
            </Button>
          </Group>
        )}
        <QueryContent of={list} height={240}>
          {({ rows, total, estimated }) =>
            total === 0 ? (
              <NoData />
            ) : (
              <Stack gap="sm">
                <Table rows={rows} query={input} first={input.page * PAGE_SIZE + 1} stale={list.isPlaceholderData} />
                <Pager
                  page={address.page}
                  size={PAGE_SIZE}
                  total={total}
                  estimated={estimated}
                  shown={rows.length}
                  stale={list.isPlaceholderData}
                  addressOf={(page) => address.addressAfter({ page })}
                  onPrefetch={(page) => prefetch('GET /api/review/remarks', remarksInput(page))}
                />
              </Stack>
            )
          }
        </QueryContent>
      </Card>
    </div>
  )
}

/** Scrolls to the element when it appears. */
const useScrollTo = (enabled: boolean) => {
  const element = useRef<HTMLDivElement>(null)
  const scroll = useEffectEvent(() => {
    if (enabled) element.current?.scrollIntoView()
  })
  useEffect(() => {
    scroll()
  }, [])
  return element
}

interface TableProps {
  rows: readonly Remark[]
  query: RemarksInput
  first: number
  stale: boolean
}

const Table = ({ rows, query, first, stale }: TableProps) => {
  const t = useText()
  const [replyingTo, setReplyingTo] = useState<string | null>(null)
  return (
    <>
      <Rows
        label={t('Remarks/Testimonials')}
        rows={rows}
        columns={columnsIn(t, query, ({ uniqueId }) => setReplyingTo(uniqueId))}
        first={first}
        card={card}
        stale={stale}
      />
      <ReplyDialog
        remark={rows.find(({ uniqueId }) => uniqueId === replyingTo) ?? null}
        query={query}
        onClose={() => setReplyingTo(null)}
      />
    </>
  )
}

const card = { title: (remark: Remark) => <Reviewer remark={remark} />, titleFields: ['reviewer'] }

const columnsIn = (t: Translate, input: RemarksInput, onReply: (remark: Remark) => void): Column<Remark>[] => [
  { field: 'date', head: t('Date'), show: ({ date }) => <Day at={date} />, width: '7.5rem' },
  { field: 'reviewer', head: t('Reviewer'), show: (remark) => <Reviewer remark={remark} />, width: '20%' },
  {
    field: 'remarkPublic',
    head: t('Approved for Public'),
    show: ({ remarkPublic }) => (remarkPublic ? t('Yes') : t('No')),
    width: '9.5rem',
  },
  { field: 'remark', head: t('Remark'), show: (remark) => <RemarkCell remark={remark} onReply={onReply} /> },
  {
    field: 'showAsTestimonial',
    head: t('Testimonial'),
    show: (remark) => <Testimonial remark={remark} query={input} />,
    width: '7.5rem',
  },
]

const EarlierBadge = () => (
  <Text size="xs" c="dimmed">
    {useText()('An earlier answer. This customer has answered again since.')}
  </Text>
)

const LinkBadge = () => (
  <Badge size="sm" color="gray">
    {useText()('By link')}
  </Badge>
)

const Reviewer = ({ remark: { contact, score, isEarlier, viaLink } }: { remark: Remark }) => (
  <Stack gap={2}>
    <Text inherit style={{ overflowWrap: 'anywhere' }}>
      {contact.firstName} {contact.lastName}
    </Text>
    <Stars score={score} size={14} />
    {viaLink && <LinkBadge />}
    {isEarlier && <EarlierBadge />}
  </Stack>
)

const RemarkCell = ({ remark, onReply }: { remark: Remark; onReply: (remark: Remark) => void }) => {
  const t = useText()
  const { contact, ownerReply } = remark
  const name = `${contact.firstName} ${contact.lastName}`
  const actionText = ownerReply ? t('Edit reply') : t('Reply')
  return (
    <>
      <p className={styles.remark}>{remark.remark ?? t('N/A')}</p>
      {remark.removed && (
        <Text size="sm" c="dimmed">
          {t('Removed from your page: {reason}', { reason: t(removalNames[remark.removed]) })}
        </Text>
      )}
      {ownerReply && (
        <p className={styles.reply}>
          {t('Your reply:')} {ownerReply}
        </p>
      )}
      <Button
        variant="subtle"
        size="compact-sm"
        mt={4}
        ml={-8}
        onClick={() => onReply(remark)}
        aria-label={`${actionText}: ${name}`}
      >
        {actionText}
      </Button>
    </>
  )
}

interface TestimonialProps {
  remark: Remark
  /** The page of the list that contains the remark. */
  query: { page: number; size: number }
}

/** Shows a remark on the own page or hides it, with an optimistic update. Only for remarks that their writers made public. */
const Testimonial = ({ remark, query }: TestimonialProps) => {
  const t = useText()
  const toggle = useToggleTestimonial(query)
  const { uniqueId, contact, remarkPublic, showAsTestimonial, removed } = remark
  const name = `${contact.firstName} ${contact.lastName}`
  const box = (
    <Checkbox
      checked={showAsTestimonial}
      disabled={!remarkPublic || removed !== null}
      onChange={() => void toggle(uniqueId)}
      aria-label={
        remarkPublic
          ? t('Show the remark of {name} as a testimonial', { name })
          : t('The remark of {name} is not approved for the public', { name })
      }
    />
  )
  if (remarkPublic) return box
  return (
    <Tooltip label={t('This customer did not agree to publish the remark')} multiline maw={260}>
      <span>{box}</span>
    </Tooltip>
  )
}

const useToggleTestimonial = (input: TestimonialProps['query']) => {
  const toast = useToast()
  const list = useCachedAnswer('GET /api/review/remarks', input)
  const { mutateAsync } = useSend('PUT /api/review/toggleShowAsTestimonial/:uniqueId')
  return async (uniqueId: string) => {
    await list.change((page) => ({
      ...page,
      rows: page.rows.map((row) => (row.uniqueId === uniqueId ? { ...row, showAsTestimonial: !row.showAsTestimonial } : row)),
    }))
    try {
      toast.reply(await mutateAsync({ uniqueId }))
    } catch (error) {
      toast.failure(failureOf(error))
      await list.refresh()
    }
  }
}

interface ReplyDialogProps {
  /** The remark to reply to; null while the dialog is closed. */
  remark: Remark | null
  /** The page of the list that contains the remark. */
  query: { page: number; size: number }
  onClose: () => void
}

/** Saves or deletes the reply to a remark. */
const ReplyDialog = ({ remark, query, onClose }: ReplyDialogProps) => {
  const t = useText()
  const name = remark ? `${remark.contact.firstName} ${remark.contact.lastName}` : ''
  return (
    <Dialog opened={remark !== null} onClose={onClose} size={560} title={t('Reply to {name}', { name })}>
      {remark && <ReplyForm remark={remark} query={query} onClose={onClose} />}
    </Dialog>
  )
}

const ReplyForm = ({ remark, query, onClose }: ReplyDialogProps & { remark: Remark }) => {
  const t = useText()
  const draft = useDraft(`review/reply/${remark.uniqueId}`, remark.ownerReply ?? '')
  const { save, isPending, error } = useSaveReply(remark, query, draft, onClose)
  const submit = (event: React.SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    void save()
  }
  return (
    <form noValidate onSubmit={submit}>
      <Stack>
        {draft.isRestored && <Restored onDiscard={draft.discard} isOutdated={draft.isOutdated} />}
        {error && <ErrorSummary failure={error} labels={{ ownerReply: t('Reply') }} />}
        <Text className={styles.remark}>{remark.remark}</Text>
        <ReplyText remark={remark} draft={draft} error={error} />
        <FormButtons onCancel={onClose} loading={isPending}>
          {remark.ownerReply ? t('Save') : t('Reply')}
        </FormButtons>
      </Stack>
    </form>
  )
}

interface ReplyTextProps {
  remark: Remark
  draft: ReturnType<typeof useDraft>
  error: Failure | null
}

const ReplyText = ({ remark: { remarkPublic }, draft, error }: ReplyTextProps) => {
  const t = useText()
  return (
    <Textarea
      id="ownerReply"
      label={t('Reply')}
      description={
        remarkPublic
          ? t('Shown below the remark on your page, and mailed once to who wrote it. Leave it empty to remove the reply.')
          : t(
              'The remark is not public, so your reply is only mailed, once, to who wrote it. Leave it empty to remove the reply.',
            )
      }
      autosize
      minRows={4}
      maxRows={12}
      maxLength={2000}
      data-autofocus
      value={draft.text}
      error={error?.fields['ownerReply'] && t(error.fields['ownerReply'])}
      onChange={(event) => draft.type(event.currentTarget.value)}
    />
  )
}

const useSaveReply = (
  { uniqueId, updatedAt }: Remark,
  input: ReplyDialogProps['query'],
  { text, settle }: ReturnType<typeof useDraft>,
  onClose: () => void,
) => {
  const toast = useToast()
  const list = useCachedAnswer('GET /api/review/remarks', input)
  const { mutateAsync, isPending, error } = useSend('PATCH /api/review/')
  const save = async () => {
    try {
      const reply = await mutateAsync({ uniqueId, ownerReply: text, updatedAt })
      toast.reply(reply)
      if (settle(text, reply.data.ownerReply ?? '')) onClose()
    } catch (refused) {
      failureOf(refused)
      await list.refresh()
    }
  }
  return { save, isPending, error }
}
