import { useForm } from '@mantine/form'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import type { Kind, Stamped } from '#kit/api/calls'
import { type Failure, failureOf } from '#kit/api/failure'
import { useSave } from '#kit/api/records'
import { useArea } from '#kit/area'
import { changesSince, valuesIn } from '#kit/browser/changes'
import { dropDraft, keepDraft, readDraft } from '#kit/browser/drafts'
import { useInUse } from '#kit/browser/in-use'
import { useToast } from '#ui/toast/toast'

export type Values = Record<string, unknown>

interface RecordFormSpec<V extends Values> {
  kind: Kind
  /** The record to change; without it a new one is created. */
  record: Stamped | undefined
  empty: V
}

/** The state of a form over a record: what was typed, kept as a draft until it is saved, and what the server had against it. */
export const useRecordForm = <V extends Values>({ kind, record, empty }: RecordFormSpec<V>) => {
  const typing = useTyping(kind, record, empty)
  const { form, start, changes } = typing
  const { send, isPending } = useSending(kind, record?.uniqueId, typing.name)
  const [failure, setFailure] = useState<Failure | null>(null)

  const restart = (current: Stamped | undefined) => {
    setFailure(null)
    typing.restart(current)
  }
  const submit = async (base = start.base) => {
    setFailure(null)
    form.clearErrors()
    const refused = await send(record ? changes : form.values, base)
    if (!refused) return
    setFailure(refused)
    form.setErrors(refused.fields)
  }

  return {
    form,
    changes,
    isPending,
    failure,
    conflict: conflictIn(failure),
    isRestored: typing.isRestored,
    discard: () => restart(record),
    takeTheirs: restart,
    submit,
  }
}

/** What stands in the form, what it began with, and the draft of it. */
const useTyping = <V extends Values>(kind: Kind, record: Stamped | undefined, empty: V) => {
  const name = record ? `${kind}/${record.uniqueId}` : `${kind}/new`
  const startOf = (from: Stamped | undefined) => ({ from: from ? valuesIn(from, empty) : empty, base: from?.updatedAt ?? null })
  const [draft, setDraft] = useState(() => readDraft<V>(name))
  const [start, setStart] = useState(() => draft ?? startOf(record))
  const isSame = (values: V) => Object.keys(changesSince(start.from, values)).length === 0

  const keep = (values: V) => (isSame(values) ? dropDraft(name) : keepDraft(name, { ...start, values }))
  const form = useForm<V>({ initialValues: draft?.values ?? start.from, onValuesChange: keep })
  useInUse(!isSame(form.values))

  /** Starts over from what stands on the server, without what was typed. */
  const restart = (current: Stamped | undefined) => {
    const next = startOf(current)
    setStart(next)
    setDraft(null)
    form.setValues(next.from)
    form.clearErrors()
    dropDraft(name)
  }
  return { name, form, start, changes: changesSince(start.from, form.values), isRestored: draft !== null, restart }
}

/** The record as it stands now, where the server refused because somebody else had changed it. */
const conflictIn = (failure: Failure | null) => {
  const current = failure?.status === 409 ? (failure.data as Partial<Stamped> | null) : null
  return current?.uniqueId && current.updatedAt ? (current as Stamped) : null
}

/** Sends a form, and leaves it when it was saved. Gives the failure when it was not. */
const useSending = (kind: Kind, uniqueId: string | undefined, draft: string) => {
  const at = useArea()
  const toast = useToast()
  const navigate = useNavigate()
  const { save, isPending } = useSave(kind)
  const send = async (fields: Values, base: string | null): Promise<Failure | null> => {
    try {
      const reply = await save(uniqueId ? { ...fields, uniqueId, updatedAt: base } : fields)
      dropDraft(draft)
      toast.reply(reply)
      await navigate(at(`${kind}/list`))
      return null
    } catch (error) {
      return failureOf(error)
    }
  }
  return { send, isPending }
}
