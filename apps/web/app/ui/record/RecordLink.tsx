import { Anchor } from '@mantine/core'
import { Link } from 'react-router'
import type { Kind } from '#kit/api/calls'
import { placeOf } from '#kit/api/places'
import { useAhead } from '#kit/api/records'
import { useArea } from '#kit/area'
import { Clip } from '#ui/values/Clip'

interface RecordLinkProps {
  kind: Kind
  uniqueId: string
  name: string
}

/** Another record by its name, which opens it. */
export const RecordLink = ({ kind, uniqueId, name }: RecordLinkProps) => {
  const at = useArea()
  const ahead = useAhead(kind)
  const fetchAhead = () => ahead.record(uniqueId)
  return (
    <Anchor
      component={Link}
      to={at(placeOf(kind, `show/${uniqueId}`))}
      prefetch="intent"
      onMouseEnter={fetchAhead}
      onFocus={fetchAhead}
      inherit
    >
      <Clip>{name}</Clip>
    </Anchor>
  )
}
