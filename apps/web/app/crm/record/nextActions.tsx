import { IconChecklist, IconFolderPlus, IconUserPlus } from '@tabler/icons-react'
import { contactPolicy, nextStepsPolicy, projectCompanyPolicy, summaryPolicy } from '@tradewind/contract/crm/policies'
import { can } from '@tradewind/contract/kit/policy'
import { Suspense, useState } from 'react'
import { type NextAction, useNewReport } from '#crm/RecordHead'
import type { Subject } from '#crm/subject'
import { useArea } from '#kit/area'
import { useActor } from '#kit/session'
import { useText } from '#kit/text'
import { lazyWithRetry } from '#ui/page/lazyWithRetry'

const dialogs = {
  task: lazyWithRetry(async () => (await import('./AddTask.tsx')).AddTask),
  project: lazyWithRetry(async () => (await import('./AddToProject.tsx')).AddToProject),
}
type DialogName = keyof typeof dialogs

/** The dialog that is open over a page, loaded when it is first opened. It stays rendered while it closes. */
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

const ifAllowed = (isAllowed: boolean, action: NextAction) => (isAllowed ? action : null)

/** The next steps for a company or a contact that the actor may do, and the dialog that is open for one. `companyId`: the company of a new contact. */
export const useNextActions = (subject: Subject, companyId = subject.kind === 'company' ? subject.uniqueId : undefined) => {
  const t = useText()
  const at = useArea()
  const actor = useActor()
  const { show, dialog } = useDialog(subject)
  const report = useNewReport(subject)
  const contact = ifAllowed(companyId !== undefined && can(actor, contactPolicy.create), {
    text: t('New Contact'),
    icon: IconUserPlus,
    to: at(`contact/create/${companyId}`),
    createKey: 'k',
  })
  const task = ifAllowed(can(actor, nextStepsPolicy.create) && can(actor, summaryPolicy.see), {
    text: t('Add Task'),
    icon: IconChecklist,
    onClick: () => show('task'),
    createKey: 't',
  })
  const project = ifAllowed(can(actor, projectCompanyPolicy.create), {
    text: t('Add to Project'),
    icon: IconFolderPlus,
    onClick: () => show('project'),
  })
  const all = [report, contact, task, project].filter((action) => action !== null)
  return { report, contact, task, project, all, dialog }
}
