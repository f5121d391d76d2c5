import { Text } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { createSpotlight, Spotlight } from '@mantine/spotlight'
import { IconKeyboard, IconLogout, IconSearch } from '@tabler/icons-react'
import type { HitGroup } from '@tradewind/contract/operations/search.contract'
import { type KeyboardEvent, type ReactNode, useCallback, useEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { driveItems } from '#drive/driveItems'
import { useList } from '#kit/api/query'
import { useArea } from '#kit/area'
import { readRecents } from '#kit/browser/recents'
import { useEntries } from '#kit/feature'
import { useText } from '#kit/text'
import { logout } from '#platform/logout'
import { openLayer } from '#platform/shell/TopBar'
import { normalizeForSearch } from '#ui/form/searchOptions'
import { useFormatCount } from '#ui/values/figures'
import styles from './palette.module.css'

const [store, spotlight] = createSpotlight()

interface PaletteProps {
  opened: boolean
  query: string
  onQuery: (query: string) => void
  /** Called when its field has the focus. */
  onFocus: () => void
}

/** Search and commands: finds records by any part of a word, pages to open, and things to create. */
export const Palette = ({ opened, query, onQuery, onFocus }: PaletteProps) => {
  const t = useText()
  const words = query.trim()
  const commands = useCommands(words)
  const { input, watchResults, onArrow, restart } = useHighlight()
  useEffect(() => (opened ? spotlight.open() : spotlight.close()), [opened])
  const type = (typed: string) => {
    restart()
    onQuery(typed)
  }
  return (
    <Spotlight.Root
      store={store}
      shortcut={null}
      query={query}
      onQueryChange={type}
      onSpotlightClose={() => openLayer(null)}
      returnFocus={false}
      scrollable
      centered={false}
      yOffset="12vh"
      maxHeight="min(max(60vh, 26rem), 480px)"
      classNames={{ action: styles.action!, actionDescription: styles.detail!, actionSection: styles.section! }}
      attributes={{ content: { 'aria-label': t('Search') }, action: { role: 'option', 'aria-selected': false } }}
    >
      <Spotlight.Search
        ref={input}
        onFocus={onFocus}
        onKeyDown={onArrow}
        placeholder={t('Search records or type a command')}
        aria-label={t('Search')}
        role="combobox"
        aria-expanded
        aria-autocomplete="list"
        aria-controls={RESULTS_ID}
        leftSection={<IconSearch size={18} aria-hidden />}
      />
      <Spotlight.ActionsList>
        <div ref={watchResults}>
          {words && <Found query={words} commands={commands} />}
          {!words && (
            <Results>
              {opened && <Recents />}
              <CommandSection commands={commands} />
            </Results>
          )}
        </div>
      </Spotlight.ActionsList>
    </Spotlight.Root>
  )
}

const RESULTS_ID = 'palette-results'

const Results = ({ children }: { children: ReactNode }) => (
  <div id={RESULTS_ID} role="listbox" aria-label={useText()('Search')}>
    {children}
  </div>
)

const Section = ({ label, children }: { label: string; children: ReactNode }) => (
  <Spotlight.ActionsGroup role="group" aria-label={label} label={label}>
    {children}
  </Spotlight.ActionsGroup>
)

let resultCount = 0

/**
 * Highlights the first result, which Enter opens, as results come and go, until the arrow keys have chosen another one. Screen readers are told which
 * one it is. Mantine marks the result that its arrow keys choose.
 */
const useHighlight = () => {
  const input = useRef<HTMLInputElement>(null)
  const isChosen = useRef(false)
  const watchResults = useCallback((list: HTMLElement | null) => {
    if (!list) return undefined
    const highlight = () => {
      const results = [...list.querySelectorAll<HTMLElement>('[data-action]')]
      const marked = results.findIndex((result) => result.hasAttribute('data-selected'))
      isChosen.current &&= marked >= 0
      const selected = isChosen.current ? marked : 0
      for (const [at, result] of results.entries()) {
        result.id ||= `palette-result-${resultCount++}`
        result.toggleAttribute('data-selected', at === selected)
        result.setAttribute('aria-selected', String(at === selected))
      }
      store.updateState((state) => ({ ...state, selected }))
      input.current?.setAttribute('aria-activedescendant', results[selected]?.id ?? '')
    }
    const observer = new MutationObserver(highlight)
    observer.observe(list, { childList: true, subtree: true, attributeFilter: ['data-selected'] })
    highlight()
    return () => observer.disconnect()
  }, [])
  return {
    input,
    watchResults,
    onArrow: ({ key }: KeyboardEvent) => {
      if (key === 'ArrowDown' || key === 'ArrowUp') isChosen.current = true
    },
    /** Other words were typed. */
    restart: () => {
      isChosen.current = false
    },
  }
}

/** The records that were opened last. */
const Recents = () => {
  const t = useText()
  const at = useArea()
  const navigate = useNavigate()
  const { kinds } = useEntries()
  const [recentRecords] = useState(readRecents)
  const shownRecords = recentRecords.flatMap((recent) => {
    const entry = kinds.find(({ kind }) => kind === recent.kind)
    return entry ? [{ ...recent, entry }] : []
  })
  if (shownRecords.length === 0) return null
  return (
    <Section label={t('Recent')}>
      {shownRecords.map(({ uniqueId, name, entry: { singular, icon: Sign, show } }) => (
        <Spotlight.Action
          key={uniqueId}
          label={name}
          description={t(singular)}
          onClick={() => void navigate(at(show(uniqueId)))}
          leftSection={<Sign size={18} stroke={1.6} aria-hidden />}
        />
      ))}
    </Section>
  )
}

/** The commands that match the typed words: things to create, pages to open, and other actions that are available anywhere. */
const useCommands = (query: string) => {
  const t = useText()
  const at = useArea()
  const navigate = useNavigate()
  const { menu, create } = useEntries()
  const goTo = (path: string) => () => void navigate(at(path))
  return [
    ...create.map(({ text, path, icon }) => ({ label: t(text), icon, run: goTo(path) })),
    ...menu.map(({ text, path, icon }) => ({ label: t('Go to {place}', { place: t(text) }), icon, run: goTo(path) })),
    { label: t('Keyboard shortcuts'), icon: IconKeyboard, run: () => setTimeout(() => openLayer('keys')) },
    { label: t('Logout'), icon: IconLogout, run: logout },
  ].filter(({ label }) => normalizeForSearch(label).includes(normalizeForSearch(query)))
}

type Commands = ReturnType<typeof useCommands>

const CommandSection = ({ commands }: { commands: Commands }) => {
  const t = useText()
  if (commands.length === 0) return null
  return (
    <Section label={t('Commands')}>
      {commands.map(({ label, icon: Sign, run }) => (
        <Spotlight.Action key={label} label={label} onClick={run} leftSection={<Sign size={18} stroke={1.6} aria-hidden />} />
      ))}
    </Section>
  )
}

/** Each result of the drive shows its folder. */
const inDrive = { ...driveItems, show: () => 'drive/find' }

/** The records that contain the typed words, by kind: the first few of each, and how many there are. */
const Found = ({ query, commands }: { query: string; commands: Commands }) => {
  const t = useText()
  const [debounced] = useDebouncedValue(query, 150)
  const { data, error, isPlaceholderData } = useList('GET /api/search/', { q: debounced })
  const isStale = debounced !== query || isPlaceholderData
  const groups = data?.rows ?? []
  const correctedTo = groups[0]?.correctedTo
  return (
    <>
      <div role="status">
        {correctedTo && (
          <Said text={t('No results for “{typed}”. Results for “{meant}”:', { typed: debounced, meant: correctedTo })} />
        )}
      </div>
      <Results>
        <CommandSection commands={commands} />
        {groups.map((group) => (
          <Group key={group.kind} group={group} isStale={isStale} />
        ))}
        {commands.length === 0 && data?.rows.length === 0 && !isStale && <CreateNamed name={query} />}
      </Results>
      <div role="status">
        <SearchState error={error} rows={data?.rows} />
      </div>
    </>
  )
}

/** Why no hits are shown. */
const SearchState = ({ error, rows }: { error: { message: string } | null; rows: readonly unknown[] | undefined }) => {
  const t = useText()
  if (error) return <Said text={t(error.message)} />
  if (!rows) return <Said text={t('Searching …')} />
  return rows.length === 0 ? <Said text={t('No records contain these words.')} /> : null
}

/** Offers to create what was not found, with the typed name. */
const CreateNamed = ({ name }: { name: string }) => {
  const t = useText()
  const at = useArea()
  const navigate = useNavigate()
  const entries = useEntries().create.filter(({ named }) => named)
  if (entries.length === 0) return null
  return (
    <Section label={t('Create')}>
      {entries.map(({ named, path, icon: Sign }) => (
        <Spotlight.Action
          key={path}
          label={t(named!, { name })}
          onClick={() => void navigate(at(`${path}?${new URLSearchParams({ name })}`))}
          leftSection={<Sign size={18} stroke={1.6} aria-hidden />}
        />
      ))}
    </Section>
  )
}

const Said = ({ text }: { text: string }) => (
  <Text size="sm" c="dimmed" p="md" ta="center">
    {text}
  </Text>
)

/** Kinds whose details are texts of the application, which are translated. */
const translatedDetails: ReadonlySet<string> = new Set(['company', 'topic'])

/** The hits of one kind. Stale ones, found by what was typed before, can't be opened: Enter would open a record that the last words do not match. */
const Group = ({ group: { kind, total, totalEstimated: estimated, hits }, isStale }: { group: HitGroup; isStale: boolean }) => {
  const t = useText()
  const at = useArea()
  const navigate = useNavigate()
  const figure = useFormatCount()
  const entry = [...useEntries().kinds, inDrive].find((one) => one.kind === kind)
  if (!entry) return null
  const Sign = entry.icon
  return (
    <Section label={`${t(entry.plural)} (${figure({ total, estimated })})`}>
      {hits.map(({ uniqueId, title, detail, path }) => (
        <Spotlight.Action
          key={uniqueId}
          label={title}
          description={translatedDetails.has(kind) ? t(detail) : detail}
          disabled={isStale}
          onClick={() => void navigate(at(path ?? entry.show(uniqueId)))}
          leftSection={<Sign size={18} stroke={1.6} aria-hidden />}
        />
      ))}
    </Section>
  )
}
