import { can, type Policy } from '@tradewind/contract/kit/policy'
import { useNavigate } from 'react-router'
import type { Kind } from '#kit/api/calls'
import { pathOf } from '#kit/api/paths'
import { useArea } from '#kit/area'
import { useActor } from '#kit/session'
import { useRemoval } from '#ui/record/useRemoval'

export interface RecordActionsProps {
  kind: Kind
  policy: Policy
  record: { uniqueId: string }
  name: string
}

/** Where a record is changed, and what deletes it and leads to the list: each as far as the server would allow it. */
export const useRecordActions = ({ kind, policy, record, name }: RecordActionsProps) => {
  const at = useArea()
  const actor = useActor()
  const navigate = useNavigate()
  const remove = useRemoval(kind)
  const removeAndLeave = async () => {
    if (await remove(record.uniqueId, name)) await navigate(at(pathOf(kind, 'list')))
  }
  return {
    editPath: can(actor, policy.update, record) ? at(pathOf(kind, `edit/${record.uniqueId}`)) : null,
    remove: can(actor, policy.remove, record) ? () => void removeAndLeave() : null,
  }
}
