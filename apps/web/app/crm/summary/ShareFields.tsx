import { useActor } from '#kit/session'
import type { FieldProps } from '#ui/form/FormPage'
import { SearchMultiSelect } from '#ui/form/SearchSelect'

/** The staff that a summary is shared with. */
export const UsersField = (field: FieldProps) => (
  <SearchMultiSelect
    {...field}
    route="GET /api/admin/options"
    query={{ sort: 'fullName' }}
    excludedId={useActor().uniqueId}
    refOf={({ uniqueId, fullName }) => ({ uniqueId, fullName })}
    nameOf={({ fullName }) => fullName}
  />
)

/** The projects that a summary is shared with. */
export const ProjectsField = (field: FieldProps) => (
  <SearchMultiSelect
    {...field}
    route="GET /api/project/"
    query={{ sort: 'name' }}
    searchField="name"
    refOf={({ uniqueId, name }) => ({ uniqueId, name })}
    nameOf={({ name }) => name}
  />
)
