import { Anchor, Group, Stack, Table, Text } from '@mantine/core'
import { IconCompass } from '@tabler/icons-react'
import { bandOf } from '@tradewind/contract/site/assessment.constants'
import type { Assessment } from '@tradewind/contract/site/assessment.contract'
import { bandNames, changesOf, headlineOf, overallOf } from '@tradewind/contract/site/assessment.scores'
import { useState } from 'react'
import { Link } from 'react-router'
import { useList } from '#kit/api/query'
import { useArea } from '#kit/area'
import { useLanguage, useText } from '#kit/text'
import { More } from '#ui/list/Pager'
import { Card } from '#ui/page/Card'
import { EmptyState, QueryContent } from '#ui/page/states'
import { Badge } from '#ui/values/Badge'
import { Day } from '#ui/values/Day'
import { changeText, Radar, scoreText } from './Radar.tsx'

const colors = { STRONG: 'green', INSUFFICIENT: 'signal', NOT_READY: 'red' } as const

/** The band of a score, as a word and a colour. */
const BandBadge = ({ average }: { average: number }) => {
  const t = useText()
  const band = bandOf(average)
  return band ? (
    <Badge color={colors[band]} isUntruncated>
      {t(bandNames[band])}
    </Badge>
  ) : null
}

/** The result of a self-assessment for staff: summary, chart, bands, and the changes since the previous assessment. */
export const StaffResult = ({ assessment: { averages, before } }: { assessment: Assessment }) => {
  const t = useText()
  const language = useLanguage()
  const { text, count } = headlineOf(averages)
  const overall = overallOf(averages)
  return (
    <Stack gap="sm">
      <Text fw={650}>{t(text, { count })}</Text>
      {overall !== undefined && (
        <Group gap="xs">
          <Text>
            {t('Overall')} <strong>{scoreText(overall, language)}</strong> {t('of 5')}
          </Text>
          <BandBadge average={overall} />
        </Group>
      )}
      <Group gap="xl" align="center" wrap="wrap">
        <div style={{ flex: '1 1 18rem', maxWidth: '26rem' }}>
          <Radar averages={averages} />
        </div>
        <Areas averages={averages} before={before} />
      </Group>
      {before && (
        <Text size="sm" c="dimmed">
          {t('Before')}
          {t(':')} <Day at={before.dateCreated} />
        </Text>
      )}
    </Stack>
  )
}

const Areas = ({ averages, before }: Pick<Assessment, 'averages' | 'before'>) => {
  const t = useText()
  const language = useLanguage()
  const changes = changesOf(averages, before?.averages ?? [])
  const changeOf = (category: string) => changes.find((one) => one.category === category)?.change
  return (
    <Table tabularNums horizontalSpacing={6} aria-label={t('Areas')} style={{ flex: '1 1 20rem' }} w="auto">
      <Table.Thead>
        <Table.Tr>
          <Table.Th>{t('Area')}</Table.Th>
          <Table.Th ta="right">{t('Score')}</Table.Th>
          <Table.Th>{t('Standing')}</Table.Th>
          {before && <Table.Th ta="right">{t('Change')}</Table.Th>}
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {averages.map(({ category, average }) => {
          const change = changeOf(category)
          return (
            <Table.Tr key={category}>
              <Table.Th scope="row" fw={400} style={{ whiteSpace: 'normal' }}>
                {t(category)}
              </Table.Th>
              <Table.Td ta="right">{scoreText(average, language)}</Table.Td>
              <Table.Td>
                <BandBadge average={average} />
              </Table.Td>
              {before && <Table.Td ta="right">{change === undefined ? '–' : changeText(change, language)}</Table.Td>}
            </Table.Tr>
          )
        })}
      </Table.Tbody>
    </Table>
  )
}

const PAGE_STEP = 5

/** The self-assessments of the leads that were converted into a company, newest first. */
export const CompanyAssessments = ({ uniqueId: companyId }: { uniqueId: string }) => {
  const t = useText()
  const at = useArea()
  const lang = useLanguage()
  const [size, setSize] = useState(PAGE_STEP)
  const read = useList('GET /api/auditQuestion/answers', { companyId, lang, page: 0, size })
  return (
    <QueryContent of={read} height={240}>
      {(list) =>
        list.rows.length === 0 ? (
          <EmptyState
            icon={IconCompass}
            title={t('No self-assessment yet')}
            text={t('Once a lead with answers is turned into this company, its result is here.')}
          />
        ) : (
          <Stack gap="lg">
            {list.rows.map((assessment) => (
              <Card key={assessment.uniqueId} title={t('Self-assessment')}>
                <Group justify="space-between">
                  <Text size="sm" c="dimmed">
                    <Day at={assessment.dateCreated} precise />
                  </Text>
                  <Group gap="md">
                    <Anchor component={Link} to={at(`lead/show/${assessment.leadId}`)}>
                      {t('Lead')}
                    </Anchor>
                    <Anchor component={Link} to={`/self-assessment/${assessment.leadId}`}>
                      {t('See the result')}
                    </Anchor>
                  </Group>
                </Group>
                <StaffResult assessment={assessment} />
              </Card>
            ))}
            <More list={list} onMore={() => setSize(size + PAGE_STEP)} />
          </Stack>
        )
      }
    </QueryContent>
  )
}
