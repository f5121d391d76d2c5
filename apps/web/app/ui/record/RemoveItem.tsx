import type { Kind } from '#kit/api/calls'
import { DeleteItem } from './DeleteItem.tsx'
import { useRemoval } from './useRemoval.ts'

interface RemoveItemProps {
  kind: Kind
  uniqueId: string
  name: string
  /** How it is called, where that is not Delete. */
  text?: string
}

/** Deletes a record of a list. Fetched with the first menu that is opened. */
export const RemoveItem = ({ kind, uniqueId, name, text }: RemoveItemProps) => {
  const remove = useRemoval(kind)
  return <DeleteItem text={text} onClick={() => void remove(uniqueId, name)} />
}
