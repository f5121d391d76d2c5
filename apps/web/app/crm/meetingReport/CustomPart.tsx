import { Skeleton } from '@mantine/core'
import { type CustomName, customName } from '@tradewind/contract/kit/custom/custom.fields'
import { Suspense } from 'react'
import { useCustomFields } from '#kit/api/records'
import { lazyWithRetry } from '#ui/page/lazyWithRetry'
import { fieldsOf, type Part } from './part.ts'

const CustomInput = lazyWithRetry(async () => (await import('#ui/custom/CustomInput')).CustomInput)

interface CustomPartProps<T> extends Part<T> {
  kind: 'company' | 'contact'
}

/** The inputs of the fields that the tenant has added to a kind, for a record that is made within another's form. */
export const CustomPart = <T extends { [name: CustomName]: unknown }>({ kind, ...part }: CustomPartProps<T>) => {
  const { data } = useCustomFields(kind)
  const field = fieldsOf<T>(part)
  return data?.rows.map((definition) => {
    const { value = definition.type === 'SEVERAL' ? [] : '', ...props } = field(customName(definition.key), definition.label)
    return (
      <Suspense key={definition.key} fallback={<Skeleton height={60} />}>
        <CustomInput {...props} definition={definition} value={value} />
      </Suspense>
    )
  })
}
