import { Button, Group, Stack, Text } from '@mantine/core'
import { IconFolderShare } from '@tabler/icons-react'
import { drivePolicy } from '@tradewind/contract/drive/drive.policy'
import type { SharedBy as Sharer } from '@tradewind/contract/drive/item'
import { phrase } from '@tradewind/contract/kit/phrase'
import { useArea } from '#kit/area'
import { guard } from '#kit/guard'
import { usePage } from '#kit/page/page'
import { useActor } from '#kit/session'
import { type Translate, useText } from '#kit/text'
import type { Column } from '#ui/list/columns'
import { Paged, useListing } from '#ui/list/Paged'
import { Rows } from '#ui/list/Rows'
import { PageHeader } from '#ui/page/PageHeader'
import { EmptyState } from '#ui/page/states'
import { usePreventStrayDrops } from '../usePreventStrayDrops.ts'

export const handle = { name: phrase('Shared with me') }
export const clientLoader = guard({ rules: drivePolicy.shared })

/** Lists the people who share with the user, by the names of their brands. */
export default function SharedBy() {
  const t = useText()
  usePreventStrayDrops()
  const at = useArea()
  const listing = useListing('GET /api/files/shared', { sort: 'fullName' })
  return (
    <Stack>
      <PageHeader title={t('Shared with me')} count={listing.list.data?.total} />
      <Paged of={listing} empty={<NoSharers />}>
        {(rows) => (
          <Rows
            label={t('Shared with me')}
            rows={rows}
            columns={columnsIn(t)}
            linkOf={({ uniqueId }) => at(`drive/shared/${uniqueId}`)}
            stale={listing.table.stale}
          />
        )}
      </Paged>
    </Stack>
  )
}

const NoSharers = () => {
  const t = useText()
  return (
    <EmptyState
      icon={IconFolderShare}
      title={t('Nobody shares with you yet')}
      text={t('Files and folders that somebody shares with your address appear here at once.')}
    >
      {useActor().roles.includes('ROLE_FREE') && <FreeOffers />}
    </EmptyState>
  )
}

/** What else a free account is for, and what it lacks. */
const FreeOffers = () => {
  const t = useText()
  const { showsContent } = usePage().tenant
  return (
    <>
      <Text c="dimmed" maw="52ch">
        {t('Companies, contacts and a drive of your own come with the plans.')}
      </Text>
      <Group justify="center" gap="sm">
        {showsContent && (
          <Button variant="default" component="a" href="/knowledgeCentre">
            {t('Knowledge Centre')}
          </Button>
        )}
        <Button variant="default" component="a" href="/pricing">
          {t('See the plans')}
        </Button>
      </Group>
    </>
  )
}

const columnsIn = (t: Translate): Column<Sharer>[] => [
  {
    field: 'userCompanyName',
    head: t('Company Name'),
    show: ({ userCompanyName }) => userCompanyName ?? t('Company Name not set'),
    width: '50%',
  },
  { field: 'fullName', head: t('Name'), show: ({ fullName }) => fullName, width: '34%' },
  { field: 'count', head: t('Items'), show: ({ count }) => count, figures: true },
]
