import { Anchor, Text } from '@mantine/core'
import { Link } from 'react-router'
import { useList } from '#kit/api/query'
import { useArea } from '#kit/area'
import { type MenuEntry, useEntries } from '#kit/entries'
import { useLanguage, useText } from '#kit/text'
import styles from './dashboard.module.css'

/** The places that are open to whoever came, with how much each holds. */
export const Places = () => {
  const { menu } = useEntries()
  const places = menu.filter(({ path }) => path !== 'dashboard')
  return (
    <ul className={styles.places}>
      {places.map((place) => (
        <Place key={place.path} place={place} />
      ))}
    </ul>
  )
}

const Place = ({ place: { text, about, path, icon: Sign, count } }: { place: MenuEntry }) => {
  const t = useText()
  const at = useArea()
  return (
    <li className={styles.place}>
      <Sign size={22} stroke={1.6} aria-hidden />
      <div>
        <Anchor component={Link} to={at(path)} prefetch="intent" fw={650} c="inherit" underline="hover" className={styles.cover}>
          {t(text)}
        </Anchor>
        {about && (
          <Text size="sm" c="dimmed">
            {t(about)}
          </Text>
        )}
      </div>
      {count && <Total of={count} />}
    </li>
  )
}

const Total = ({ of }: { of: NonNullable<MenuEntry['count']> }) => {
  const figure = new Intl.NumberFormat(useLanguage())
  const { data } = useList(of, { page: 0, size: 1 })
  return <span className={styles.total}>{data ? figure.format(data.total) : ''}</span>
}
