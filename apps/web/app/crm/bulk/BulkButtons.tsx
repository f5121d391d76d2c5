import { Button } from '@mantine/core'
import { IconCircleCheck, IconEdit, IconFolderPlus, IconTrash, IconUserPlus } from '@tabler/icons-react'
import { bulkFields, type BulkKind } from '@tradewind/contract/crm/bulk/bulk.constants'
import { projectCompanyPolicy, summaryPolicy } from '@tradewind/contract/crm/policies'
import type { FieldSpecs } from '@tradewind/contract/kit/entityFields'
import { phrase } from '@tradewind/contract/kit/phrase'
import { can, type Policy, type Rules } from '@tradewind/contract/kit/policy'
import { type Actor, isStaff } from '@tradewind/contract/roles'
import { Suspense, useRef, useState } from 'react'
import { useSearchParams } from 'react-router'
import { useKeys } from '#kit/browser/keyboard'
import { useActor } from '#kit/session'
import { useText } from '#kit/text'
import { ExportMenu } from '#ui/list/Rows'
import type { useSelection } from '#ui/list/SelectionBar'
import { lazyWithRetry } from '#ui/page/lazyWithRetry'

/** The bulk actions. */
export type BulkAction = 'close' | 'set' | 'assign' | 'share' | 'addToProject' | 'remove'

/** Kinds whose summaries are shared: sharing reports means sharing theirs. */
const hasSummaries = (kind: BulkKind) => kind === 'meetingReport' || kind === 'summary'
export const isSharingSummaries = (kind: BulkKind, action: BulkAction) => action === 'share' && hasSummaries(kind)

const BulkDialog = lazyWithRetry(async () => (await import('./BulkDialog.tsx')).BulkDialog)

export interface BulkButtonsProps<T> {
  kind: BulkKind
  policy: Pick<Policy, 'update' | 'remove'> & { export?: Rules }
  records: readonly T[]
  allMatching: ReturnType<typeof useSelection>['allMatching']
  nameOf: (record: T) => string
  /** The fields that can be set, of a kind of another module. */
  fields?: FieldSpecs | undefined
  onDone: () => void
}

const buttons = {
  close: { text: phrase('Close tasks'), icon: IconCircleCheck, color: undefined },
  set: { text: phrase('Change…'), icon: IconEdit, color: undefined },
  assign: { text: phrase('Assign…'), icon: IconUserPlus, color: undefined },
  share: { text: phrase('Share…'), icon: IconUserPlus, color: undefined },
  addToProject: { text: phrase('Add to project…'), icon: IconFolderPlus, color: undefined },
  remove: { text: phrase('Delete'), icon: IconTrash, color: 'red' },
} as const

const SUMMARIES = phrase('Share summaries…')

const isExportable = (kind: BulkKind): kind is Exclude<BulkKind, 'event' | 'summary'> => kind !== 'event' && kind !== 'summary'

type Allowed = (kind: BulkKind, actor: Actor) => boolean

/** For which kinds each action exists and who may do it, among users who may change the records; deleting has rules of its own. */
const allowed: Readonly<Record<Exclude<BulkAction, 'remove'>, Allowed>> = {
  close: (kind) => kind === 'nextSteps',
  assign: (kind, actor) => kind === 'nextSteps' && isStaff(actor),
  set: (kind) => bulkFields[kind].length > 0,
  share: (kind, actor) => (kind === 'project' && isStaff(actor)) || (hasSummaries(kind) && can(actor, summaryPolicy.update)),
  addToProject: (kind, actor) => (kind === 'company' || kind === 'contact') && can(actor, projectCompanyPolicy.create),
}
const changes = Object.keys(allowed) as (keyof typeof allowed)[]

/** The bulk actions that the actor may do on a kind of records. */
const bulkActionsOf = (kind: BulkKind, { update, remove }: BulkButtonsProps<never>['policy'], actor: Actor): BulkAction[] => [
  ...(can(actor, update) ? changes.filter((one) => allowed[one](kind, actor)) : []),
  ...(can(actor, remove) ? (['remove'] as const) : []),
]

/** The actions on the selected records of a list, or on all that match. */
export const BulkButtons = <T extends { uniqueId: string }>(props: BulkButtonsProps<T>) => {
  const { kind, policy, records, allMatching: matching, nameOf, fields, onDone } = props
  const t = useText()
  const actor = useActor()
  // The dialog is about the records that were selected when it was opened: rows of the list may come and go meanwhile.
  const [opened, setOpened] = useState<{
    action: BulkAction
    selection: { ids: string[]; matching: typeof matching }
    names: string[]
  }>()
  const ids = records.map(({ uniqueId }) => uniqueId)
  const [params] = useSearchParams()
  const sort = params.get('sort')
  const box = useRef<HTMLSpanElement>(null)
  // By Tab, they are behind all rows.
  useKeys({ b: () => box.current?.closest('[role=region]')?.querySelector<HTMLElement>('button, a')?.focus() })
  const mayExport = policy.export && can(actor, policy.export)
  return (
    <span ref={box} style={{ display: 'contents' }}>
      {bulkActionsOf(kind, policy, actor).map((one) => {
        const { text, icon: Icon, color } = buttons[one]
        return (
          <Button
            key={one}
            size="compact-sm"
            variant="light"
            {...(color && { color })}
            leftSection={<Icon size={16} aria-hidden />}
            onClick={() => setOpened({ action: one, selection: { ids, matching }, names: matching ? [] : records.map(nameOf) })}
          >
            {t(isSharingSummaries(kind, one) ? SUMMARIES : text)}
          </Button>
        )
      })}
      {mayExport && isExportable(kind) && (
        <ExportMenu
          compact="light"
          kind={kind}
          input={{ ...(matching ? (matching.filters as Record<string, string>) : { ids }), ...(sort && { sort }) }}
        />
      )}
      {opened && (
        <Suspense>
          <BulkDialog kind={kind} fields={fields} {...opened} onClose={() => setOpened(undefined)} onDone={onDone} />
        </Suspense>
      )}
    </span>
  )
}
