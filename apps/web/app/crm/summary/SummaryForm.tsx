import type { Summary } from '@tradewind/contract/crm/summary.contract'
import { isStaff } from '@tradewind/contract/roles'
import { useActor } from '#kit/session'
import { useText } from '#kit/text'
import { RichText } from '#ui/editor/RichText'
import { type FieldProps, RecordForm } from '#ui/form/FormPage'
import { SeekSeveral } from '#ui/seek/SeekSeveral'
import { labelsIn, show } from './summary.words.ts'

type Values = Pick<Summary, 'text' | 'sharedWith' | 'sharedWithProjects'>

const empty: Values = { text: '', sharedWith: [], sharedWithProjects: [] }

interface SummaryFormProps {
  /** The report that it is of. */
  meetingReportUID: string
  /** The summary to change; without it a new one is created. */
  summary?: Summary | undefined
  onDone: () => void
}

/** A summary as it is written or changed, and with whom it is shared. */
export const SummaryForm = ({ meetingReportUID, summary, onDone }: SummaryFormProps) => {
  const t = useText()
  const isOfStaff = isStaff(useActor())
  return (
    <RecordForm
      kind="summary"
      record={summary}
      above={`meetingReport/show/${meetingReportUID}`}
      onDone={onDone}
      empty={empty}
      labels={labelsIn(t)}
      required={['text']}
      show={show}
      sent={(fields, values) => ({ ...(summary ? {} : { meetingReportUID }), ...sentOf(fields, values) })}
    >
      {(field) => (
        <>
          <RichText {...field('text')} />
          {isOfStaff && <UsersField {...field('sharedWith')} />}
          <ProjectsField {...field('sharedWithProjects')} />
        </>
      )}
    </RecordForm>
  )
}

const idsOf = (records: readonly { uniqueId: string }[]) => records.map(({ uniqueId }) => uniqueId)

/** The call takes ids, and both lists together: it shares with exactly those that it is told. */
const sentOf = ({ text, sharedWith, sharedWithProjects }: Partial<Values>, values: Values) => ({
  ...(text !== undefined && { text }),
  ...((sharedWith ?? sharedWithProjects) && {
    sharedWith: idsOf(values.sharedWith),
    sharedWithProjects: idsOf(values.sharedWithProjects),
  }),
})

const UsersField = (field: FieldProps) => (
  <SeekSeveral
    {...field}
    route="GET /api/admin/options"
    asked={{ sort: 'fullName' }}
    except={useActor().uniqueId}
    refOf={({ uniqueId, fullName }) => ({ uniqueId, fullName })}
    nameOf={({ fullName }) => fullName}
  />
)

const ProjectsField = (field: FieldProps) => (
  <SeekSeveral
    {...field}
    route="GET /api/project/"
    asked={{ sort: 'name' }}
    by="name"
    refOf={({ uniqueId, name }) => ({ uniqueId, name })}
    nameOf={({ name }) => name}
  />
)
