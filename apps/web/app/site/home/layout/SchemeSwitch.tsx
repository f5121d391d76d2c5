import { useMantineColorScheme } from '@mantine/core'
import { IconMoon, IconSun } from '@tabler/icons-react'
import { session } from '#kit/session'
import { useText } from '#kit/text'

const isDark = () => document.documentElement.dataset.mantineColorScheme === 'dark'
const systemIsDark = () => matchMedia('(prefers-color-scheme: dark)').matches

/** The look belongs to the account of who is signed in. Where it cannot be saved it holds in this browser until the next sign-in. */
const saveTheme = async (theme: 'auto' | 'light' | 'dark') => {
  const { call } = await import('#kit/api/call')
  await call('PATCH /api/auth/account', { theme }).catch(() => null)
}

/** Light or dark by choice. A choice that is the system's own leaves it to the system again. */
export const SchemeSwitch = ({ worded = false }: { worded?: boolean }) => {
  const t = useText()
  const { setColorScheme } = useMantineColorScheme()
  const turn = () => {
    const dark = !isDark()
    const theme = dark === systemIsDark() ? 'auto' : dark ? 'dark' : 'light'
    setColorScheme(theme)
    if (session.isOpen()) void saveTheme(theme)
  }
  const words = t('Switch between light and dark')
  return (
    <button type="button" className={worded ? 'open-icon open-icon-worded' : 'open-icon'} onClick={turn} title={words}>
      <IconSun className="open-sun" size={20} stroke={1.75} aria-hidden="true" />
      <IconMoon className="open-moon" size={20} stroke={1.75} aria-hidden="true" />
      <span className={worded ? '' : 'unseen'}>{words}</span>
    </button>
  )
}
