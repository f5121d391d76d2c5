import { nextStepsPolicy } from '@tradewind/contract/crm/policies'
import { editorWith } from '#ui/entity/FieldCell'
import { useEditing } from '#ui/entity/useEditing'
import { asRuled } from './useTask.ts'

const references = ['assignedUser']
const Editor = editorWith(async () => ({ assignedUser: (await import('./AssigneeSelect.tsx')).AssigneeSelect }))

/** How tasks are edited where they are shown. */
export const useTaskEditing = () =>
  useEditing({ kind: 'nextSteps', policy: nextStepsPolicy, nameOf: ({ todo }) => todo, ruled: asRuled, references, Editor })
