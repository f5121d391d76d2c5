import { IconCalendarPlus, IconChecklist, IconFolderPlus, IconUserPlus } from '@tabler/icons-react'
import {
  contactPolicy,
  meetingReportPolicy,
  nextStepsPolicy,
  projectCompanyPolicy,
  summaryPolicy,
} from '@tradewind/contract/crm/policies'
import { can } from '@tradewind/contract/kit/policy'
import { Suspense, useState } from 'react'
import { useArea } from '#kit/area'
import { useActor } from '#kit/session'
import { useText } from '#kit/text'
import { lazyWithRetry } from '#ui/page/lazyWithRetry'
import type { NextAction } from './RecordHead.tsx'

/** Whose page it is. */
export interface Subject {
  kind: 'company' | 'contact'
  uniqueId: string
}

/** How a list is asked for what belongs to a company or has to do with a contact: it has a filter for each. */
export const askedFor = ({ kind, uniqueId }: Subject) => (kind === 'company' ? { companyUID: uniqueId } : { contactId: uniqueId })

/** The same of summaries. */
export const summariesAskedFor = ({ kind, uniqueId }: Subject) =>
  kind === 'company' ? { companyUid: uniqueId } : { contactId: uniqueId }

/** The form of a meeting with them. */
export const newReportOf = ({ kind, uniqueId }: Subject) => `meeting/create?${kind}=${uniqueId}`

const dialogs = {
  task: lazyWithRetry(async () => (await import('./AddTask.tsx')).AddTask),
  project: lazyWithRetry(async () => (await import('./AddToProject.tsx')).AddToProject),
}
type DialogName = keyof typeof dialogs

/** The dialog that is open over a page, fetched when it is first opened. It stays drawn while it closes. */
const useDialog = (subject: Subject) => {
  const [open, setOpen] = useState<DialogName | null>(null)
  const [last, setLast] = useState(open)
  if (open && open !== last) setLast(open)
  const Shown = last && dialogs[last]
  const dialog = Shown && (
    <Suspense>
      <Shown subject={subject} opened={open !== null} onClose={() => setOpen(null)} />
    </Suspense>
  )
  return { show: setOpen, dialog }
}

const offered = (isAllowed: boolean, action: NextAction) => (isAllowed ? action : null)

/** What one does next with a company or a contact, as far as whoever is signed in may, and the dialog that is open for it. */
export const useNext = (subject: Subject) => {
  const t = useText()
  const at = useArea()
  const actor = useActor()
  const { show, dialog } = useDialog(subject)
  const report = offered(can(actor, meetingReportPolicy.create), {
    text: t('New Report'),
    icon: IconCalendarPlus,
    to: at(newReportOf(subject)),
  })
  const contact = offered(subject.kind === 'company' && can(actor, contactPolicy.create), {
    text: t('New contact'),
    icon: IconUserPlus,
    to: at(`contact/create/${subject.uniqueId}`),
  })
  const task = offered(can(actor, nextStepsPolicy.create) && can(actor, summaryPolicy.see), {
    text: t('Add Task'),
    icon: IconChecklist,
    onClick: () => show('task'),
  })
  const project = offered(can(actor, projectCompanyPolicy.create), {
    text: t('Add to project'),
    icon: IconFolderPlus,
    onClick: () => show('project'),
  })
  const all = [report, contact, task, project].filter((action) => action !== null)
  return { report, contact, task, project, all, dialog }
}
