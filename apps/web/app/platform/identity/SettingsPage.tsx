import { Anchor, Stack } from '@mantine/core'
import { type ReactNode, useEffect, useRef } from 'react'
import { Link, useLocation } from 'react-router'
import { useText } from '#kit/text'
import { PageHeader } from '#ui/page/PageHeader'
import styles from './settings.module.css'

/** What a user does with the page: from then on, it stays where they have moved it. */
const userEvents = ['wheel', 'touchstart', 'pointerdown', 'keydown'] as const

/** Milliseconds after which all sections have their height. */
const LOADING_TIME = 8000

/** Shows the section that the address names, and keeps it in view while the sections above it are loading. */
const useSectionOfAddress = () => {
  const { hash, key } = useLocation()
  const page = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const { current } = page
    if (!current || !hash) return
    const ended = new AbortController()
    const show = () => {
      const section = document.getElementById(hash.slice(1))
      if (section !== document.activeElement) section?.focus({ preventScroll: true })
      section?.scrollIntoView()
    }
    const resizes = new ResizeObserver(show)
    resizes.observe(current)
    show()
    const end = () => ended.abort()
    const timer = setTimeout(end, LOADING_TIME)
    ended.signal.addEventListener('abort', () => {
      resizes.disconnect()
      clearTimeout(timer)
    })
    for (const event of userEvents) addEventListener(event, end, { signal: ended.signal, passive: true })
    return end
  }, [hash, key])
  return page
}

interface SettingsPageProps {
  sections: readonly { anchor: string; text: string }[]
  children: ReactNode
}

/** The settings with an index of their sections: beside them, or above them where there is no room. */
export const SettingsPage = ({ sections, children }: SettingsPageProps) => {
  const t = useText()
  const page = useSectionOfAddress()
  return (
    <Stack gap="lg">
      <PageHeader title={t('Settings')} />
      <div className={styles.page}>
        <nav className={styles.index} aria-label={t('On this page')}>
          <ul>
            {sections.map(({ anchor, text }) => (
              <li key={anchor}>
                <Anchor component={Link} to={`#${anchor}`} replace preventScrollReset size="sm">
                  {t(text)}
                </Anchor>
              </li>
            ))}
          </ul>
        </nav>
        <div ref={page} className={styles.sections}>
          {children}
        </div>
      </div>
    </Stack>
  )
}
