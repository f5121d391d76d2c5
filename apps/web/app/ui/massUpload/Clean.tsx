import { Alert } from '@mantine/core'
import { IconCheck } from '@tabler/icons-react'
import { useText } from '#kit/text'

/** A workbook with so many rows that was checked, and has no faults. */
export const Clean = ({ count }: { count: number }) => {
  const t = useText()
  return (
    <Alert color="green" role="status" icon={<IconCheck aria-hidden />} title={t('No faults')}>
      {t(
        '{count} row can be taken in. Nothing has been changed yet.|{count} rows can be taken in. Nothing has been changed yet.',
        {
          count,
        },
      )}
    </Alert>
  )
}
