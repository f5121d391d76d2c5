import { DeleteItem, type Removed } from './RowMenu.tsx'
import { useRemoval } from './useRemoval.ts'

/** Deletes a record of a list. Fetched with the first menu that is opened. */
export const RemoveItem = ({ kind, uniqueId, name, text }: Removed) => {
  const remove = useRemoval(kind)
  return <DeleteItem text={text} onClick={() => void remove(uniqueId, name)} />
}
