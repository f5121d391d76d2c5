import { Group, Progress, Text } from '@mantine/core'
import { useCall } from '#kit/api/query'
import { useLanguage, useText } from '#kit/text'
import { formatMegabytes } from '#ui/values/figures'

/** Shows how much of the quota is used, including the trash. */
export const Usage = () => {
  const t = useText()
  const language = useLanguage()
  const { data } = useCall('GET /api/files/usage', {})
  if (!data) return null
  const [used, quota, trashed] = [data.used, data.quota, data.trashed].map((bytes) => formatMegabytes(bytes, language))
  const share = Math.min(100, Math.round((100 * (data.used + data.reserved)) / data.quota))
  const label = t('{used} of {quota} used, including the trash ({trashed})', { used: used!, quota: quota!, trashed: trashed! })
  return (
    <Group gap="sm" maw={520}>
      <Progress value={share} {...(share > 90 && { color: 'red' })} flex="1 1 160px" aria-label={label} />
      <Text size="sm" c="dimmed">
        {label}
      </Text>
    </Group>
  )
}
