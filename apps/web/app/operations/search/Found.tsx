import { Text } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { Spotlight } from '@mantine/spotlight'
import type { HitGroup } from '@tradewind/contract/operations/search.contract'
import { useNavigate } from 'react-router'
import { useList } from '#kit/api/query'
import { useArea } from '#kit/area'
import { useEntries } from '#kit/entries'
import { useText } from '#kit/text'
import { driveItems } from '#drive/driveItems'
import { useFigure } from '#ui/values/useFigure'

/** Each hit of a drive says where it stands. */
const inDrive = { ...driveItems, show: () => 'drive/find' }

/** The records that hold the words typed, by kind: the first few of each, and how many there are. */
export const Found = ({ query }: { query: string }) => {
  const t = useText()
  const [asked] = useDebouncedValue(query, 150)
  const { data, error } = useList('GET /api/search/', { q: asked })
  const groups = data?.rows ?? []
  return (
    <>
      <div role="status">
        {error && <Said text={t(error.message)} />}
        {!error && !data && <Said text={t('Searching …')} />}
        {data && groups.length === 0 && <Said text={t('No record holds these words.')} />}
      </div>
      {groups.map((group) => (
        <Group key={group.kind} group={group} />
      ))}
    </>
  )
}

const Said = ({ text }: { text: string }) => (
  <Text size="sm" c="dimmed" p="md" ta="center">
    {text}
  </Text>
)

const Group = ({ group: { kind, total, hits } }: { group: HitGroup }) => {
  const t = useText()
  const at = useArea()
  const navigate = useNavigate()
  const figure = useFigure()
  const entry = [...useEntries().kinds, inDrive].find((known) => known.kind === kind)
  if (!entry) return null
  const Sign = entry.icon
  return (
    <Spotlight.ActionsGroup label={`${t(entry.many)} (${figure(total)})`}>
      {hits.map(({ uniqueId, title, detail, path }) => (
        <Spotlight.Action
          key={uniqueId}
          label={title}
          description={detail}
          onClick={() => void navigate(at(path ?? entry.show(uniqueId)))}
          leftSection={<Sign size={18} stroke={1.6} aria-hidden />}
        />
      ))}
    </Spotlight.ActionsGroup>
  )
}
