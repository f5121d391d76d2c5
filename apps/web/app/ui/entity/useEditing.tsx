import { type FieldSpec, plainTypes } from '@tradewind/contract/kit/entityFields'
import { can, type Policy } from '@tradewind/contract/kit/policy'
import type { ComponentType, ReactNode } from 'react'
import type { Kind, RecordOf, Stamped } from '#kit/api/calls'
import { useActor } from '#kit/session'
import type { FieldProps } from '#ui/form/FormPage'
import { type Edited, type editorWith, FieldCell } from './FieldCell.tsx'

interface EditingOf<K extends Kind> {
  kind: K
  policy: Pick<Policy, 'update'>
  nameOf: (record: RecordOf<K>) => string
  /** The record as its policy knows it, where that is not as it is answered. */
  ruled?: (record: RecordOf<K>) => object
  /** The references that are edited: the value is the other record as it is held here, or several of them. */
  references?: readonly string[]
  /** Has their inputs. */
  Editor?: ReturnType<typeof editorWith>
}

/** Puts around a value what edits it in place, where the record may be changed. */
export interface Editing<T> {
  /** `Input`: where the field brings one. */
  frame: (
    field: string,
    spec: FieldSpec,
    label: string,
    Input?: ComponentType<FieldProps>,
  ) => ((record: T, shown: ReactNode) => ReactNode) | undefined
}

/** How the fields of a kind are edited where lists and pages show them: `columns` and `facts` of `useFields` take it. */
export const useEditing = <K extends Kind>({
  kind,
  policy,
  nameOf,
  ruled = (record) => record,
  references = [],
  Editor,
}: EditingOf<K>): Editing<RecordOf<K>> => {
  const actor = useActor()
  const isOffered = can(actor, policy.update)
  return {
    frame: (field, spec, label, Input) => {
      const isKnown = Input !== undefined || references.includes(field) || plainTypes.includes(spec.type)
      if (!isOffered || spec.readOnly || spec.inPlace === false || !isKnown) return undefined
      return (record, shown) => {
        if (!can(actor, policy.update, ruled(record))) return shown
        const edited = { kind, record: record as Stamped, field, spec, label, name: nameOf(record), Input, Editor } as Edited
        return <FieldCell {...edited}>{shown}</FieldCell>
      }
    },
  }
}
