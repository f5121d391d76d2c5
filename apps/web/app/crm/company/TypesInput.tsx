import { companyFields } from '@tradewind/contract/crm/company.fields'
import { isMember } from '@tradewind/contract/roles'
import { useActor } from '#kit/session'
import { ChoiceInput } from '#ui/entity/useFieldForm'
import type { FieldProps } from '#ui/form/FormPage'

const { END_USER: _, ...membersTypes } = companyFields.companyTypeList.choices

/** Staff choose among nine types, members among the first eight. */
export const TypesInput = (field: FieldProps) => (
  <ChoiceInput {...field} isMultiple choices={isMember(useActor()) ? membersTypes : companyFields.companyTypeList.choices} />
)
