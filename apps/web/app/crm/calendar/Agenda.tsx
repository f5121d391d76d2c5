import { Anchor, Group, Menu, Stack, Text, Title } from '@mantine/core'
import { IconCalendarShare } from '@tabler/icons-react'
import { Link } from 'react-router'
import { useArea } from '#kit/area'
import { useText } from '#kit/text'
import { useZone } from '#kit/zone'
import { RowMenu } from '#ui/record/RowMenu'
import { Badge } from '#ui/values/Badge'
import { Clip } from '#ui/values/Clip'
import { today } from '#ui/values/dates'
import { useFullDay } from './DayTable.tsx'
import { useTimeOf } from './EntryLink.tsx'
import { byDayOf, detailOf, type Entry, keyOf, kindWords } from './kinds.ts'
import styles from './calendar.module.css'

interface AgendaProps {
  entries: readonly Entry[]
  /** Opens the dialog that moves an entry. */
  onMoveTo: (entry: Entry) => void
}

/** What is on the days that have anything, one after another. */
export const Agenda = ({ entries, onMoveTo }: AgendaProps) => (
  <Stack gap="lg" className="quiet-links">
    {[...byDayOf(entries.toSorted((one, other) => one.day.localeCompare(other.day)))].map(([day, ofDay]) => (
      <Day key={day} day={day} entries={ofDay} onMoveTo={onMoveTo} />
    ))}
  </Stack>
)

const Day = ({ day, entries, onMoveTo }: AgendaProps & { day: string }) => {
  const t = useText()
  const full = useFullDay()
  const zone = useZone()
  return (
    <section aria-labelledby={`day-${day}`}>
      <Group gap="xs" mb={4}>
        <Title order={3} size="h5" id={`day-${day}`}>
          {full(day)}
        </Title>
        {day === today(zone) && <Badge>{t('Today')}</Badge>}
      </Group>
      <ul className={styles.agenda}>
        {entries.map((entry) => (
          <Line key={keyOf(entry)} entry={entry} onMoveTo={onMoveTo} />
        ))}
      </ul>
    </section>
  )
}

const Line = ({ entry, onMoveTo }: { entry: Entry; onMoveTo: (entry: Entry) => void }) => {
  const t = useText()
  const at = useArea()
  const time = useTimeOf()(entry)
  const { kind, uniqueId, title, mayMove } = entry
  const { one, icon: Sign } = kindWords[kind]
  return (
    <li className={styles.line} data-kind={kind}>
      <Sign size={18} stroke={1.6} aria-hidden className={styles.sign} />
      <div className={styles.what}>
        <Anchor component={Link} to={at(`${kind}/show/${uniqueId}`)} prefetch="intent" fw={600} miw={0}>
          <Clip lines={1}>{title}</Clip>
        </Anchor>
        <Text size="sm" c="dimmed" component="div">
          <Clip lines={1}>{[time, t(one), detailOf(entry, t)].filter(Boolean).join(' · ')}</Clip>
        </Text>
      </div>
      {mayMove && (
        <RowMenu name={title}>
          <Menu.Item leftSection={<IconCalendarShare size={16} aria-hidden />} onClick={() => onMoveTo(entry)}>
            {t('Move to …')}
          </Menu.Item>
        </RowMenu>
      )}
    </li>
  )
}
