import { useMantineColorScheme } from '@mantine/core'
import { IconMoon, IconSun } from '@tabler/icons-react'
import { useText } from '#kit/text'

const isDark = () => document.documentElement.dataset.mantineColorScheme === 'dark'
const systemIsDark = () => matchMedia('(prefers-color-scheme: dark)').matches

/** Light or dark by choice. A choice that is the system's own leaves it to the system again. */
export const SchemeSwitch = ({ worded = false }: { worded?: boolean }) => {
  const t = useText()
  const { setColorScheme } = useMantineColorScheme()
  const turn = () => {
    const dark = !isDark()
    if (dark === systemIsDark()) setColorScheme('auto')
    else setColorScheme(dark ? 'dark' : 'light')
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
