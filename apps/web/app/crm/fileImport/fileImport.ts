import type { FileImportState, ImportKind, RowStatus } from '@tradewind/contract/crm/bulk/fileImport.constants'
import type { FileImport } from '@tradewind/contract/crm/bulk/fileImport.contract'
import { companyFields } from '@tradewind/contract/crm/company.fields'
import { contactFields } from '@tradewind/contract/crm/contact.fields'
import { companyPolicy, contactPolicy } from '@tradewind/contract/crm/policies'
import type { FieldSpecs } from '@tradewind/contract/kit/entityFields'
import { phrase } from '@tradewind/contract/kit/phrase'
import { can, type Rules } from '@tradewind/contract/kit/policy'
import { failureOf } from '#kit/api/failure'
import { useSend } from '#kit/api/query'
import { useActor } from '#kit/session'
import { type Translate, useText } from '#kit/text'
import { confirm } from '#ui/dialog/confirm'
import { useFieldFormatter } from '#ui/entity/useFieldFormatter'
import { useToast } from '#ui/page/toast'

export const stateNames: Readonly<Record<FileImportState, string>> = {
  DRAFT: phrase('Draft'),
  CHECKING: phrase('Checking'),
  CHECKED: phrase('Checked'),
  TAKING: phrase('Importing'),
  TAKEN: phrase('Imported'),
  UNDOING: phrase('Undoing'),
  UNDONE: phrase('Undone'),
  FAILED: phrase('Failed'),
  CANCELLED: phrase('Cancelled@@upload'),
}

export const statusNames: Readonly<Record<RowStatus, string>> = {
  NEW: phrase('New'),
  DUPLICATE: phrase('Likely duplicates'),
  CHANGED: phrase('Changed'),
  SAME: phrase('Unchanged'),
  FAULTY: phrase('Errors'),
  LEFT: phrase('Skipped'),
}

export const kindNames: Readonly<Record<ImportKind, string>> = { company: phrase('Companies'), contact: phrase('Contacts') }

export const sourceNames: Readonly<Record<FileImport['source'], string>> = {
  FILE: phrase('From a file'),
  TEMPLATE: phrase('From the template'),
}

/** The fields of the kinds that can be imported. */
export const importedFields: Readonly<Record<ImportKind, FieldSpecs>> = { company: companyFields, contact: contactFields }

/** The files that the import reads. */
export const IMPORTED = '.csv,.txt,.tsv,.xlsx'

/** Whether a file's name ends in one of these extensions. */
export const hasExtension = ({ name }: File, extensions: string) =>
  extensions.split(',').some((extension) => name.toLowerCase().endsWith(extension))

let handedOver: File | null = null
/** Keeps a file that was chosen where only workbooks are read, for the import that is opened next. */
export const handOver = (file: File | null) => {
  handedOver = file && hasExtension(file, IMPORTED) ? file : null
}
export const handedOverFile = () => handedOver

/** Whether a field is one of the tenant's own, whose words are not translated. */
export const isOwnField = (field: string) => field.startsWith('custom.')

/** The labels of an import's fields, and their values as text. */
export const useImportWords = ({ kind, fields }: Pick<FileImport, 'kind' | 'fields'>) => {
  const t = useText()
  const { show } = useFieldFormatter(importedFields[kind])
  const labels = new Map(fields.map(({ field, label }) => [field, isOwnField(field) ? label : t(label)]))
  const headers = new Map(fields.map(({ field, label }) => [label, labels.get(field)]))
  return {
    show,
    labelOf: (field: string) => labels.get(field) ?? field,
    /** The label of a column that a fault names. */
    columnOf: (header: string) => headers.get(header) ?? t(header),
  }
}

/** How far the rows of a file were processed before it was cancelled. */
export const cancelledInWords = (
  t: Translate,
  figure: (count: number) => string,
  { read, total }: { read: number; total: number },
) =>
  read === 0
    ? t('It was cancelled. Nothing was imported.')
    : t(
        '{count} of {total} rows was processed, then it was cancelled.|{count} of {total} rows were processed, then it was cancelled.',
        { count: read, total: figure(total) },
      )

const removeRules: Readonly<Record<ImportKind, Rules>> = { company: companyPolicy.remove, contact: contactPolicy.remove }

/** Returns whether the user may undo a mass upload of this kind: those who may remove what it created. */
export const useMayUndoUpload = () => {
  const actor = useActor()
  return (kind: ImportKind) => can(actor, removeRules[kind])
}

/** Returns whether the user may undo an import: it is done, at least in part, and was not too long ago. */
export const useMayUndo = () => {
  const mayUndoUpload = useMayUndoUpload()
  return ({ kind, source, state, undoUntil }: Pick<FileImport, 'kind' | 'source' | 'state' | 'undoUntil'>) =>
    (source !== 'TEMPLATE' || mayUndoUpload(kind)) &&
    (state === 'TAKEN' || state === 'CANCELLED') &&
    undoUntil !== null &&
    Date.parse(undoUntil) > Date.now()
}

/** `start` starts undoing an import, `undo` asks for confirmation before. Both return whether it was started. */
export const useUndoImport = () => {
  const t = useText()
  const toast = useToast()
  const { mutateAsync, isPending } = useSend('POST /api/massUpload/:uniqueId/undo')
  const start = async (uniqueId: string) => {
    try {
      await mutateAsync({ uniqueId })
      return true
    } catch (error) {
      toast.failure(failureOf(error))
      return false
    }
  }
  const undo = async ({ uniqueId, fileName }: Pick<FileImport, 'uniqueId' | 'fileName'>) => {
    const isSure = await confirm({
      title: t('Undo import'),
      text: t('Records it created move to the trash, and records it updated get their earlier values back.'),
      details: [t('Records changed after the import are left unchanged and listed.')],
      recordName: fileName,
      confirmLabel: t('Undo import'),
    })
    return isSure && start(uniqueId)
  }
  return { start, undo, isPending }
}
