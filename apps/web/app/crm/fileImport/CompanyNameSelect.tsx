import type { SelectProps } from '@mantine/core'
import { useState } from 'react'
import { SearchSelect } from '#ui/form/SearchSelect'

interface CompanyNameSelectProps extends Pick<SelectProps, 'id' | 'label' | 'aria-label' | 'placeholder'> {
  value: string
  onChange: (name: string) => void
}

/** Selects a company by its name, as a file names it; the one that was just picked also has its id. */
export const CompanyNameSelect = ({ value, onChange, ...input }: CompanyNameSelectProps) => {
  const [picked, setPicked] = useState<{ uniqueId: string; legalName: string } | null>(null)
  const id = picked?.legalName === value ? picked.uniqueId : value
  return (
    <SearchSelect
      {...input}
      clearable
      route="GET /api/company/"
      query={{ sort: 'legalName' }}
      searchField="legalName"
      nameOf={({ legalName }) => legalName}
      value={id || null}
      selectedName={value}
      onChoose={(company) => {
        setPicked(company)
        onChange(company?.legalName ?? '')
      }}
    />
  )
}
