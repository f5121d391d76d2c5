import type { Kind } from '#kit/api/calls'
import { DeleteItem } from './DeleteItem.tsx'
import { useRemoval } from './useRemoval.ts'

/** Deletes a record of a list. Fetched with the first menu that is opened. */
export const RemoveItem = ({ kind, uniqueId, name }: { kind: Kind; uniqueId: string; name: string }) => {
  const remove = useRemoval(kind)
  return <DeleteItem onClick={() => void remove(uniqueId, name)} />
}
