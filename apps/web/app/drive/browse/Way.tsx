import { Anchor, Text } from '@mantine/core'
import { useCall } from '#kit/api/query'
import { useText } from '#kit/text'

export interface WayProps {
  target: string | null
  onTarget: (target: string | null) => void
}

/** The way from the root of the own drive down to a folder, to go back up by. */
export const Way = ({ target, onTarget }: WayProps) => {
  const t = useText()
  const { data = [] } = useCall(
    'GET /api/files/folderStructure/:uniqueId',
    { uniqueId: target ?? '' },
    { enabled: target !== null },
  )
  const folders = target === null ? [] : data
  return (
    <Text size="sm">
      {[{ uniqueId: null, name: t('My Drive') }, ...folders].map(({ uniqueId, name }, at, all) => (
        <span key={uniqueId}>
          {at > 0 && ' / '}
          {at === all.length - 1 ? (
            <strong>{name}</strong>
          ) : (
            <Anchor component="button" type="button" inherit onClick={() => onTarget(uniqueId)}>
              {name}
            </Anchor>
          )}
        </span>
      ))}
    </Text>
  )
}
