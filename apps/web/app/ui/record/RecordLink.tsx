import { Anchor } from '@mantine/core'
import { Link } from 'react-router'
import type { Kind } from '#kit/api/calls'
import { pathOf } from '#kit/api/paths'
import { useArea } from '#kit/area'
import { useAhead } from '#kit/browser/ahead'
import { useRecordAhead } from '#ui/record/useRecordAhead'
import { Clip } from '#ui/values/Clip'

interface RecordLinkProps {
  kind: Kind
  uniqueId: string
  name: string
}

/** Another record by its name, which opens it. */
export const RecordLink = ({ kind, uniqueId, name }: RecordLinkProps) => {
  const to = useArea()(pathOf(kind, `show/${uniqueId}`))
  const prefetch = useRecordAhead(kind)
  const { intent, scripts } = useAhead(to, () => prefetch(uniqueId))
  return (
    <>
      <Anchor component={Link} to={to} {...intent} inherit>
        <Clip>{name}</Clip>
      </Anchor>
      {scripts}
    </>
  )
}
