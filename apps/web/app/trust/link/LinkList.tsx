import { Button, Stack, TextInput } from '@mantine/core'
import { IconPlus, IconQrcode } from '@tabler/icons-react'
import { phrase } from '@tradewind/contract/kit/phrase'
import { reviewPolicy } from '@tradewind/contract/trust/policies'
import type { ReviewLink } from '@tradewind/contract/trust/reviewLink.contract'
import { type SubmitEvent, useState } from 'react'
import { failureOf } from '#kit/api/failure'
import { useSend } from '#kit/api/query'
import { useArea, useNavigateFromHere } from '#kit/area'
import { guard } from '#kit/guard'
import { type Translate, useText } from '#kit/text'
import { FormButtons } from '#ui/dialog/ButtonRow'
import { Dialog } from '#ui/dialog/Dialog'
import { Restored } from '#ui/form/Restored'
import { SavingFields } from '#ui/form/SavingFields'
import { useDraft } from '#ui/form/useStoredDraft'
import type { Column } from '#ui/list/columns'
import { Paged, useListing } from '#ui/list/Paged'
import { Rows } from '#ui/list/Rows'
import { PageHeader } from '#ui/page/PageHeader'
import { EmptyState } from '#ui/page/states'
import { useToast } from '#ui/page/toast'
import { Badge } from '#ui/values/Badge'
import { Clip } from '#ui/values/Clip'
import { Day } from '#ui/values/Day'
import { useFormatCount } from '#ui/values/figures'
import { shortLinkUrl } from './qr.ts'

export const handle = { name: phrase('Short links') }
export const clientLoader = guard({ rules: reviewPolicy.keep })

const columnsIn = (t: Translate, figure: (value: number) => string): Column<ReviewLink>[] => [
  { field: 'name', head: t('Name'), show: ({ name }) => <Clip>{name}</Clip> },
  { field: 'code', head: t('Address'), show: ({ code }) => <Clip>{shortLinkUrl(code)}</Clip>, width: '30%' },
  { field: 'visits', head: t('Visits'), show: ({ visits }) => figure(visits), figures: true, width: '11%' },
  { field: 'answers', head: t('Answers'), show: ({ answers }) => figure(answers), figures: true, width: '11%' },
  { field: 'isActive', head: t('State'), show: (link) => <Activity {...link} />, width: '13%' },
  {
    field: 'dateCreated',
    head: t('Date Created'),
    show: ({ dateCreated }) => <Day at={dateCreated} />,
    sorts: true,
    width: '14%',
  },
]

const Activity = ({ isActive }: ReviewLink) => {
  const t = useText()
  return <Badge color={isActive ? 'green' : 'gray'}>{isActive ? t('Active') : t('Off')}</Badge>
}

/** Short links to the own survey. */
export default function LinkList() {
  const t = useText()
  const figure = useFormatCount()
  const at = useArea()
  const [isNew, setNew] = useState(false)
  const listing = useListing('GET /api/reviewLink/', { sort: '-dateCreated' })
  return (
    <Stack gap="md">
      <PageHeader title={t('Short links')} count={listing.list.data?.total}>
        <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => setNew(true)}>
          {t('New short link')}
        </Button>
      </PageHeader>
      <Paged of={listing} empty={<NoLinks />}>
        {(rows) => (
          <Rows
            label={t('Short links')}
            rows={rows}
            columns={columnsIn(t, figure)}
            linkOf={({ uniqueId }) => at(`reviewLink/show/${uniqueId}`)}
            {...listing.table}
          />
        )}
      </Paged>
      <NewLink opened={isNew} onClose={() => setNew(false)} />
    </Stack>
  )
}

const NoLinks = () => {
  const t = useText()
  return (
    <EmptyState
      icon={IconQrcode}
      title={t('No short links yet')}
      text={t(
        'A short link with its QR code brings customers from a fair or an invoice to your survey. Each address answers once.',
      )}
    />
  )
}

interface NewLinkProps {
  opened: boolean
  onClose: () => void
}

const NewLink = ({ opened, onClose }: NewLinkProps) => {
  const t = useText()
  const toast = useToast()
  const navigate = useNavigateFromHere()
  const at = useArea()
  const create = useSend('POST /api/reviewLink/')
  const draft = useDraft('reviewLink/new', '')
  const [fault, setFault] = useState('')
  const createLink = async () => {
    try {
      const reply = await create.mutateAsync({ name: draft.text })
      draft.discard()
      toast.reply(reply)
      await navigate(at(`reviewLink/show/${reply.data.uniqueId}`))
    } catch (error) {
      const { fields, message } = failureOf(error)
      setFault(fields['name'] ?? message)
    }
  }
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    void createLink()
  }
  const close = () => {
    setFault('')
    onClose()
  }
  return (
    <Dialog opened={opened} onClose={close} title={t('New short link')}>
      <form noValidate onSubmit={submit}>
        <Stack>
          {draft.isRestored && <Restored onDiscard={draft.discard} />}
          <SavingFields isSaving={create.isPending}>
            <TextInput
              label={t('Name')}
              description={t('Only you see it. Name where the link is used: a fair, an invoice, a sign.')}
              required
              maxLength={200}
              data-autofocus
              value={draft.text}
              onChange={(event) => draft.type(event.currentTarget.value)}
              error={fault && t(fault)}
            />
          </SavingFields>
          <FormButtons onCancel={close} loading={create.isPending}>
            {t('Create')}
          </FormButtons>
        </Stack>
      </form>
    </Dialog>
  )
}
