import { Text } from '@mantine/core'
import { useText } from '#kit/text'

/** Stands where nobody has answered yet. */
export const NoData = () => {
  const t = useText()
  return (
    <Text c="dimmed" ta="center" py="xl">
      {t('No Data available to show!')}
    </Text>
  )
}
