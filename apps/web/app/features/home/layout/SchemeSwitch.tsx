import { useMantineColorScheme } from '@mantine/core'
import { IconMoon, IconSun } from '@tabler/icons-react'
import { useText } from '#kit/text'

const isDark = () => document.documentElement.dataset.mantineColorScheme === 'dark'
const systemIsDark = () => matchMedia('(prefers-color-scheme: dark)').matches

/** Light or dark by choice. A choice that is the system's own leaves it to the system again. */
export const SchemeSwitch = () => {
  const t = useText()
  const { setColorScheme } = useMantineColorScheme()
  const turn = () => {
    const dark = !isDark()
    setColorScheme(dark === systemIsDark() ? 'auto' : dark ? 'dark' : 'light')
  }
  return (
    <button type="button" className="open-icon" onClick={turn} aria-label={t('Switch between light and dark')} title={t('Switch between light and dark')}>
      <IconSun className="open-sun" size={20} stroke={1.75} aria-hidden="true" />
      <IconMoon className="open-moon" size={20} stroke={1.75} aria-hidden="true" />
    </button>
  )
}
