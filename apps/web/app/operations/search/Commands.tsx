import { Spotlight } from '@mantine/spotlight'
import { IconKeyboard, IconLogout } from '@tabler/icons-react'
import { useNavigate } from 'react-router'
import { useArea } from '#kit/area'
import { openLayer } from '#kit/browser/layers'
import { useEntries } from '#kit/entries'
import { signOut } from '#kit/session'
import { useText } from '#kit/text'

/** Things to create, places to go, and the rest that can be done anywhere, as far as the words typed name them. */
export const Commands = ({ query }: { query: string }) => {
  const t = useText()
  const at = useArea()
  const navigate = useNavigate()
  const { menu, create } = useEntries()
  const goTo = (path: string) => () => void navigate(at(path))
  const commands = [
    ...create.map(({ text, path, icon }) => ({ label: t(text), icon, run: goTo(path) })),
    ...menu.map(({ text, path, icon }) => ({ label: t('Go to {place}', { place: t(text) }), icon, run: goTo(path) })),
    { label: t('Keyboard shortcuts'), icon: IconKeyboard, run: () => setTimeout(() => openLayer('keys')) },
    { label: t('Logout'), icon: IconLogout, run: () => void signOut() },
  ].filter(({ label }) => label.toLowerCase().includes(query.toLowerCase()))
  if (commands.length === 0) return null
  return (
    <Spotlight.ActionsGroup label={t('Commands')}>
      {commands.map(({ label, icon: Sign, run }) => (
        <Spotlight.Action key={label} label={label} onClick={run} leftSection={<Sign size={18} stroke={1.6} aria-hidden />} />
      ))}
    </Spotlight.ActionsGroup>
  )
}
