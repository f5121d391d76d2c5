import { Blockquote, Group, Text } from '@mantine/core'
import type { Summary } from '@tradewind/contract/crm/summary.contract'
import { CompanyLink } from '#crm/company/CompanyLink'
import { useText } from '#kit/text'
import { Clip } from '#ui/values/Clip'
import { Day } from '#ui/values/Day'

/** The summary that a task was created from: the company, the date and the text. */
export const Origin = ({ summary: { company, meetingDate, plainText } }: { summary: Summary }) => {
  const t = useText()
  return (
    <Blockquote p="sm" maw={720} aria-label={t('Summary')}>
      <Group gap="xs" mb={4}>
        <Text component="span" fw={600} size="sm">
          <CompanyLink of={company} />
        </Text>
        <Text component="span" size="sm" c="dimmed">
          <Day at={meetingDate} />
        </Text>
      </Group>
      <Text size="sm">
        <Clip lines={3}>{plainText}</Clip>
      </Text>
    </Blockquote>
  )
}
