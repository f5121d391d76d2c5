import type { Kind } from '#kit/api/calls'
import { pathOf } from '#kit/api/paths'
import { useArea } from '#kit/area'
import { usePrefetchOnIntent } from '#kit/browser/intent'
import { usePrefetchRecordPage } from '#ui/record/usePrefetchRecordPage'
import { Clip } from '#ui/values/Clip'
import { TextLink } from '#ui/values/TextLink'

interface RecordLinkProps {
  kind: Kind
  uniqueId: string
  name: string
}

/** Another record by its name, which opens it. */
export const RecordLink = ({ kind, uniqueId, name }: RecordLinkProps) => {
  const to = useArea()(pathOf(kind, `show/${uniqueId}`))
  const prefetch = usePrefetchRecordPage(kind)
  const { intent, scripts } = usePrefetchOnIntent(to, () => prefetch(uniqueId))
  return (
    <>
      <TextLink to={to} {...intent}>
        <Clip>{name}</Clip>
      </TextLink>
      {scripts}
    </>
  )
}
