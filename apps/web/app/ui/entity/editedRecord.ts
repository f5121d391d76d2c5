import { createContext, useContext } from 'react'
import type { RecordBase } from '#kit/api/calls'

/** The record whose field is edited in place. */
export const EditedRecord = createContext<RecordBase | null>(null)

/** For an input of `useEditing` whose choices depend on the record: the record that is edited. */
export const useEditedRecord = (): RecordBase => {
  const record = useContext(EditedRecord)
  if (!record) throw new Error('This input is outside of an editor in place')
  return record
}
