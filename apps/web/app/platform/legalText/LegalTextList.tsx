import { Anchor, Group, SimpleGrid, Stack, Text } from '@mantine/core'
import { phrase } from '@tradewind/contract/kit/phrase'
import type { LegalText } from '@tradewind/contract/platform/legalText.contract'
import { legalKinds, legalPages } from '@tradewind/contract/platform/legalText.fields'
import { legalTextPolicy } from '@tradewind/contract/platform/policies'
import { Link } from 'react-router'
import { useCall } from '#kit/api/query'
import { pathOf } from '#kit/area'
import { guard } from '#kit/guard'
import { languageNames, useText } from '#kit/text'
import { ListSkeleton } from '#ui/list/Paged'
import { Card } from '#ui/page/Card'
import { PageHeader } from '#ui/page/PageHeader'
import { ErrorState } from '#ui/page/states'
import { MissingTexts, State } from './legalTextWords.tsx'

export const handle = { name: phrase('Legal texts') }
export const clientLoader = guard({ rules: legalTextPolicy.see })

/** The legal texts of the tenant, one of each kind and language. */
export default function LegalTextList() {
  const t = useText()
  const { data, error, refetch } = useCall('GET /api/legalText/', { page: 0, size: 50 })
  return (
    <Stack>
      <PageHeader title={t('Legal texts')} />
      <Text c="dimmed" maw="72ch">
        {t(
          'Each text has a page of its own and a link at the foot of the public pages once it is published. In a language without one, visitors read that of the default language.',
        )}
      </Text>
      <MissingTexts hasLink={false} />
      {error && !data && <ErrorState failure={error} onRetry={() => void refetch()} />}
      {!data && !error && <ListSkeleton rows={4} />}
      {data && (
        <SimpleGrid cols={{ base: 1, md: 2 }}>
          {legalKinds.map((kind) => (
            <Card key={kind} title={t(legalPages[kind].name)}>
              <Languages texts={data.rows.filter((text) => text.kind === kind)} />
            </Card>
          ))}
        </SimpleGrid>
      )}
    </Stack>
  )
}

const Languages = ({ texts }: { texts: readonly LegalText[] }) => (
  <Stack gap="xs" component="ul" m={0} p={0} style={{ listStyle: 'none' }}>
    {texts.map((text) => (
      <Group key={text.uniqueId} component="li" justify="space-between">
        <Anchor component={Link} to={pathOf('legalText', `show/${text.uniqueId}`)} prefetch="intent" lang={text.language}>
          {languageNames[text.language]}
        </Anchor>
        <State text={text} />
      </Group>
    ))}
  </Stack>
)
