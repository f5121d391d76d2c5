import { Anchor, Stack, Text } from '@mantine/core'
import { reviewPolicy } from '@tradewind/contract/trust/policies'
import type { CaseDetails } from '@tradewind/contract/trust/reviewCase.contract'
import { caseNames, removalNames } from '@tradewind/contract/trust/reviewCase.words'
import { Link, useParams } from 'react-router'
import { useCall } from '#kit/api/query'
import { guard } from '#kit/guard'
import { phrase, useText } from '#kit/text'
import { Card } from '#ui/page/Card'
import { PageHeader } from '#ui/page/PageHeader'
import { Read } from '#ui/page/Read'
import { Day } from '#ui/values/Day'
import { Stars } from '../Stars.tsx'
import { Decided } from './CaseList.tsx'
import { Decision } from './Decision.tsx'
import styles from '../results/remarks.module.css'

export const handle = { name: phrase('Reported review') }
export const clientLoader = guard({ rules: reviewPolicy.decide })

/** A reported remark, or answers that look made up, and what is decided on them. */
export default function CaseShow() {
  const t = useText()
  const { uniqueId = '' } = useParams()
  const read = useCall('GET /api/reviewCase/:uniqueId', { uniqueId }, { fresh: true })
  const found = read.data
  const trail = [{ text: t('Reported reviews'), path: 'reviewCases' }]
  return (
    <Stack gap="lg">
      <PageHeader title={found ? t(caseNames[found.kind]) : t('Reported review')} trail={trail} loading={!found && !read.error}>
        {found && <Decided state={found.state} />}
      </PageHeader>
      <Read of={read} height={320}>
        {(one) => (
          <>
            <Noticed found={one} />
            <Answers found={one} />
            <Decision key={one.updatedAt} found={one} />
          </>
        )}
      </Read>
    </Stack>
  )
}

const Noticed = ({ found: { kind, companyId, companyName, count, reason, note, dateCreated } }: { found: CaseDetails }) => {
  const t = useText()
  return (
    <Card title={t('What was noticed')}>
      <Stack gap={4}>
        <Text style={{ overflowWrap: 'anywhere' }}>
          <Anchor component={Link} to={`/company/${companyId}`}>
            {companyName}
          </Anchor>
          {' · '}
          <Day at={dateCreated} />
        </Text>
        <Text>
          {kind === 'REPORT'
            ? t('Reported once|Reported {count} times', { count })
            : t('{count} answer|{count} answers', { count })}
          {reason && `: ${t(removalNames[reason])}`}
        </Text>
        {note && <p className={styles.remark}>{note}</p>}
        {kind !== 'REPORT' && (
          <Text c="dimmed">
            {t('This may be a coincidence: a stand at a fair is one network, and satisfied customers use the same words.')}
          </Text>
        )}
      </Stack>
    </Card>
  )
}

const Answers = ({ found: { answers } }: { found: CaseDetails }) => {
  const t = useText()
  return (
    <Card
      title={t('Answers')}
      about={t('Only what everybody may know is shown: words that are not public stay with the company.')}
    >
      {answers.length === 0 && <Text>{t('These answers are no longer there.')}</Text>}
      <Stack gap="md" component="ul" style={{ listStyle: 'none', padding: 0, margin: 0 }}>
        {answers.map(({ uniqueId, date, score, viaLink, contact, remark, removed }) => (
          <li key={uniqueId}>
            <Stack gap={2}>
              <Stars score={score} size={16} />
              <Text size="sm" c="dimmed">
                {contact && `${contact.firstName} ${contact.lastName} · `}
                <Day at={date} /> · {viaLink ? t('By link') : t('By invitation')}
              </Text>
              {remark && <p className={styles.remark}>{remark}</p>}
              {removed && <Text size="sm">{t('Removed from the page: {reason}', { reason: t(removalNames[removed]) })}</Text>}
            </Stack>
          </li>
        ))}
      </Stack>
    </Card>
  )
}
