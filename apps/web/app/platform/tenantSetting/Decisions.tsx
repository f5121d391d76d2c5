import { Stack, Table, Text } from '@mantine/core'
import { useNarrow } from '#kit/browser/narrow'
import { isLanguage, languageNames, type Say, useText } from '#kit/text'
import { Deciding } from './Deciding.tsx'
import type { Decide, Decision } from './decisions.ts'

interface DecisionsProps {
  label: string
  decisions: readonly Decision[]
  /** Null: they are read alone. */
  decide: Decide | null
}

/** What is decided for a tenant, one thing a row: what it is called, what it does, and what holds. */
export const Decisions = ({ label, decisions, decide }: DecisionsProps) => {
  const t = useText()
  const narrow = useNarrow()
  return (
    <Table layout="fixed" aria-label={label} verticalSpacing="md" highlightOnHover={false}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th w={48} ta="right">
            #
          </Table.Th>
          <Table.Th>{t('Name')}</Table.Th>
          {!narrow && <Table.Th w="48%">{t('Value')}</Table.Th>}
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {decisions.map((decision, at) => (
          <Table.Tr key={decision.key} style={{ verticalAlign: 'top' }}>
            <Table.Td ta="right" c="dimmed">
              {at + 1}
            </Table.Td>
            <Table.Td>
              <Stack gap="xs">
                <About decision={decision} />
                {narrow && <Value decision={decision} decide={decide} />}
              </Stack>
            </Table.Td>
            {!narrow && (
              <Table.Td>
                <Value decision={decision} decide={decide} />
              </Table.Td>
            )}
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  )
}

const About = ({ decision: { name, description } }: { decision: Decision }) => {
  const t = useText()
  return (
    <div>
      <Text fw={600}>{t(name)}</Text>
      <Text size="sm" c="dimmed" maw="52ch">
        {t(description)}
      </Text>
    </div>
  )
}

const Value = ({ decision, decide }: { decision: Decision; decide: Decide | null }) =>
  decide ? <Deciding decision={decision} decide={decide} /> : <Shown decision={decision} />

const wordsFor = ({ dataType, value }: Decision, t: Say) => {
  if (typeof value === 'boolean') return value ? t('Yes') : t('No')
  if (dataType === 'LANGUAGE' && isLanguage(value)) return languageNames[value]
  if (dataType === 'TIME_ZONE' && !value) return t('Follows each browser')
  return value || t('N/A')
}

/** What holds, for who reads it alone. */
const Shown = ({ decision }: { decision: Decision }) => (
  <Text style={{ overflowWrap: 'anywhere' }}>{wordsFor(decision, useText())}</Text>
)
