import { Switch } from '@mantine/core'
import { useText } from '#kit/text'
import type { InputProps } from './decisions.ts'

/** Yes or no, saved at once: it shows the other value while that is being saved. */
export const Toggle = ({ decision: { name, value }, onDecide, error, busy }: InputProps) => {
  const t = useText()
  const checked = (value === true) !== busy
  return (
    <Switch
      checked={checked}
      label={checked ? t('Yes') : t('No')}
      aria-label={t(name)}
      error={error}
      onChange={() => !busy && void onDecide(!checked)}
    />
  )
}
