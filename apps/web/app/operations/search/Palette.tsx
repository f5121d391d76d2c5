import { createSpotlight, Spotlight } from '@mantine/spotlight'
import { IconSearch } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { openLayer } from '#kit/browser/layers'
import { useText } from '#kit/text'
import { Commands } from './Commands.tsx'
import { Found } from './Found.tsx'
import styles from './palette.module.css'

const [store, spotlight] = createSpotlight()

/** What can be found and done from anywhere: records by any part of a word, places to go, things to create. */
export const Palette = ({ opened }: { opened: boolean }) => {
  const t = useText()
  const [query, setQuery] = useState('')
  const words = query.trim()
  useEffect(() => (opened ? spotlight.open() : spotlight.close()), [opened])
  return (
    <Spotlight.Root
      store={store}
      shortcut={null}
      query={query}
      onQueryChange={setQuery}
      onSpotlightClose={() => openLayer(null)}
      scrollable
      centered={false}
      yOffset="12vh"
      maxHeight="min(60vh, 480px)"
      classNames={{ action: styles.action!, actionDescription: styles.detail! }}
      attributes={{ content: { 'aria-label': t('Search') } }}
    >
      <Spotlight.Search
        onKeyDown={openFirst}
        placeholder={t('Search records, or say what to do')}
        aria-label={t('Search')}
        leftSection={<IconSearch size={18} aria-hidden />}
      />
      <Spotlight.ActionsList>
        <Commands query={words} />
        {words && <Found query={words} />}
      </Spotlight.ActionsList>
    </Spotlight.Root>
  )
}

/** Enter opens the first result, where the arrows have chosen none. */
const openFirst = (event: React.KeyboardEvent<HTMLInputElement>) => {
  const results = event.currentTarget.closest('[role="dialog"]')
  if (event.key === 'Enter' && !results?.querySelector('[data-selected]'))
    results?.querySelector<HTMLElement>('[data-action]')?.click()
}
