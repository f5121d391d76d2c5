import { Anchor, Group, Stack, Text } from '@mantine/core'
import { IconCompass } from '@tabler/icons-react'
import { useState } from 'react'
import { Link } from 'react-router'
import { useList } from '#kit/api/query'
import { useArea } from '#kit/area'
import { useLanguage, useText } from '#kit/text'
import { More } from '#ui/list/Pager'
import { Card } from '#ui/page/Card'
import { EmptyState, Read } from '#ui/page/states'
import { Day } from '#ui/values/Day'
import { StaffResult } from './StaffResult.tsx'

const step = 5

/** The self-assessments of the leads that a company was made of, the newest first. */
export const CompanyAssessments = ({ uniqueId: companyId }: { uniqueId: string }) => {
  const t = useText()
  const at = useArea()
  const lang = useLanguage()
  const [size, setSize] = useState(step)
  const read = useList('GET /api/auditQuestion/answers', { companyId, lang, page: 0, size })
  return (
    <Read of={read} height={240}>
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
            <More list={list} onMore={() => setSize(size + step)} />
          </Stack>
        )
      }
    </Read>
  )
}
