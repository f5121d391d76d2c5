import { type FieldSpec, plainTypes } from '@tradewind/contract/kit/entityFields'
import { can, type Policy } from '@tradewind/contract/kit/policy'
import {
  type ComponentType,
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
  Suspense,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import type { Kind, RecordBase, RecordOf } from '#kit/api/calls'
import { typeAhead } from '#kit/browser/typeAhead'
import { useActor } from '#kit/session'
import { useText } from '#kit/text'
import type { FieldProps } from '#ui/form/FormPage'
import { lazyWithRetry } from '#ui/page/lazyWithRetry'
import styles from './fieldCell.module.css'

/** The states of the open editors of cells. */
const openCells = new Map<string, { state: unknown }>()

/**
 * An open editor stays open when its row is rendered again in another form, such as a card when the window narrows: the new cell begins with the
 * state that `useKeptOpen` holds. Undefined if it was not open.
 */
export const keptOpen = (key: string) => openCells.get(key)?.state

/** Holds the state of the open editor of a cell for its next form; undefined if it is closed. */
export const useKeptOpen = (key: string, state: unknown) =>
  useLayoutEffect(() => {
    if (state === undefined) return undefined
    const entry = { state }
    openCells.set(key, entry)
    // By then the new cell is mounted. On navigation no state remains.
    return () => queueMicrotask(() => openCells.get(key) === entry && openCells.delete(key))
  }, [key, state])

interface EditingOptions<K extends Kind> {
  kind: K
  policy: Pick<Policy, 'update'>
  nameOf: (record: RecordOf<K>) => string
  /** Converts the record to the form that its policy expects, if that differs from the reply. */
  toPolicyRecord?: (record: RecordOf<K>) => object
  /**
   * The inputs of edited references, and of fields that need another input than that of their type, by field; loaded with the first use. The
   * value of a reference is the other record as it is in this one, or several of them. The object must be the same each time.
   */
  inputs?: Inputs
}

type Inputs = Readonly<Record<string, () => Promise<ComponentType<FieldProps>>>>

const none: Inputs = {}

/** Wraps a value with its editor in place, if the record may be changed. */
export interface Editing<T> {
  /** `Input`: the field's own input, if any. */
  frame: (
    field: string,
    spec: FieldSpec,
    label: string,
    Input?: ComponentType<FieldProps>,
  ) => ((record: T, content: ReactNode) => ReactNode) | undefined
}

/** How the fields of a kind are edited in place on lists and pages: an argument of `columns` and `facts` of `useFields`. */
export const useEditing = <K extends Kind>({
  kind,
  policy,
  nameOf,
  toPolicyRecord = (record) => record,
  inputs = none,
}: EditingOptions<K>): Editing<RecordOf<K>> => {
  const t = useText()
  const actor = useActor()
  const Editor = editorOf(inputs)
  const isOffered = can(actor, policy.update)
  return {
    frame: (field, spec, label, Input) => {
      const isKnown = Input !== undefined || field in inputs || plainTypes.includes(spec.type)
      if (!isOffered || spec.readOnly || spec.inPlace === false || !isKnown) return undefined
      return (record, content) => {
        if (!can(actor, policy.update, toPolicyRecord(record))) return content
        const name = nameOf(record)
        const edited = { kind, record: record as RecordBase, field, spec, label, name, Input } as EditedField
        return (
          <FieldCell edited={edited} Editor={Editor} title={t('Edit {field} of {name}', { field: label, name })}>
            {content}
          </FieldCell>
        )
      }
    },
  }
}

/** A field of a record, with the names of the record and the field. */
export interface EditedField {
  kind: Kind
  record: RecordBase
  field: string
  spec: FieldSpec
  label: string
  name: string
  Input?: ComponentType<FieldProps> | undefined
}

/** Where the focus moves once a value is saved: to the cell itself, or to the editable one after or before it. */
export type FocusStep = 0 | 1 | -1

export interface FieldEditorProps extends EditedField {
  /** What was typed so far: an editor that replaces another one continues with it. */
  typed: unknown
  onType: (value: unknown) => void
  onClose: (step: FocusStep, takesFocus: boolean) => void
}

const editors = new WeakMap<Inputs, ComponentType<FieldEditorProps>>()

/** The editor of a kind's fields, loaded with the first use, together with its additional inputs. */
const editorOf = (inputs: Inputs) => {
  const cached = editors.get(inputs)
  if (cached) return cached
  const Editor = lazyWithRetry<FieldEditorProps>(async () => {
    const loading = Object.entries(inputs).map(async ([field, load]) => [field, await load()] as const)
    const [{ FieldEditor }, ...loaded] = await Promise.all([import('./FieldEditor.tsx'), ...loading])
    const inputsByField = new Map(loaded)
    return (props) => <FieldEditor {...props} Input={props.Input ?? inputsByField.get(props.field)} />
  })
  editors.set(inputs, Editor)
  return Editor
}

const neighbourCell = (button: HTMLElement | null | undefined, step: FocusStep) => {
  const container = button?.closest('table, ul, dl')
  const cells = [...(container?.querySelectorAll<HTMLElement>('[data-edit]') ?? [])]
  return button && step !== 0 ? cells[cells.indexOf(button) + step] : undefined
}

/** A click that has selected text, or was on a link, does not start editing. */
const isEditClick = ({ target, currentTarget }: MouseEvent<HTMLElement>) => {
  const control = (target as HTMLElement).closest<HTMLElement>('a, button, input')
  if (!currentTarget.contains(target as Node)) return false
  return control ? control.dataset['edit'] !== undefined : getSelection()?.isCollapsed !== false
}

/** The record as it was when the editor was opened, against which conflicting changes are detected, and what was typed in the cell that this one replaces. */
interface OpenState {
  record: RecordBase
  typed?: unknown
}

interface FieldCellProps {
  edited: EditedField
  Editor: ComponentType<FieldEditorProps>
  /** The accessible name of its button. */
  title: string
  children: ReactNode
}

const keyOf = ({ kind, record, field }: EditedField) => `${kind} ${record.uniqueId} ${field}`

/** A value that is edited in place: by a click, Enter or F2. Its editor is loaded with the first use. A list has a hundred of them: whatever only an open one needs is in `OpenCell`. */
const FieldCell = ({ edited, Editor, title, children }: FieldCellProps) => {
  const [opened, setOpened] = useState(() => keptOpen(keyOf(edited)) as OpenState | undefined)
  const open = (cell: HTMLElement) => {
    cell.querySelector<HTMLElement>('[data-edit]')?.focus({ preventScroll: true })
    typeAhead()
    setOpened({ record: edited.record })
  }
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    // Escape reaches the cell until its editor is loaded.
    if (event.key !== (opened ? 'Escape' : 'F2')) return
    event.preventDefault()
    event.stopPropagation()
    if (opened) setOpened(undefined)
    else open(event.currentTarget)
  }
  return (
    // The button is for keyboards and screen readers; a click beside it does the same.
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions
    <div className={styles.cell} onClick={(event) => isEditClick(event) && open(event.currentTarget)} onKeyDown={onKeyDown}>
      {children}
      {/* Its title is its accessible name. */}
      {/* oxlint-disable-next-line jsx-a11y/control-has-associated-label */}
      <button type="button" data-edit className={styles.pencil} title={title} />
      {opened && <OpenCell edited={edited} opened={opened} Editor={Editor} close={() => setOpened(undefined)} />}
    </div>
  )
}

interface OpenCellProps extends Pick<FieldCellProps, 'edited' | 'Editor'> {
  opened: OpenState
  close: () => void
}

const OpenCell = ({ edited, opened, Editor, close }: OpenCellProps) => {
  const mark = useRef<HTMLSpanElement>(null)
  const [typed, setTyped] = useState(opened.typed)
  useKeptOpen(keyOf(edited), { ...opened, typed })
  const closeAndMove = (step: FocusStep, takesFocus: boolean) => {
    const button = mark.current?.parentElement?.querySelector<HTMLElement>('[data-edit]')
    const next = neighbourCell(button, step)
    close()
    if (takesFocus) (next ?? button)?.focus()
    next?.click()
  }
  return (
    <>
      <span ref={mark} hidden />
      <Suspense>
        <Editor {...edited} {...opened} typed={opened.typed} onType={setTyped} onClose={closeAndMove} />
      </Suspense>
    </>
  )
}
