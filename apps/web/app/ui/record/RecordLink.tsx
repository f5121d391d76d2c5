import { Anchor } from '@mantine/core'
import { Link } from 'react-router'
import type { Kind } from '#kit/api/calls'
import { pathOf } from '#kit/api/paths'
import { usePrefetchRecord } from '#kit/api/records'
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
  const prefetch = usePrefetchRecord(kind)
  const fetchAhead = () => prefetch(uniqueId)
  return (
    <Anchor
      component={Link}
      to={at(pathOf(kind, `show/${uniqueId}`))}
      prefetch="intent"
      onMouseEnter={fetchAhead}
      onFocus={fetchAhead}
      inherit
    >
      <Clip>{name}</Clip>
    </Anchor>
  )
}
