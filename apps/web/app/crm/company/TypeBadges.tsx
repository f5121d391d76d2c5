import { Badge, Group } from '@mantine/core'
import { type CompanyType, typeNames } from '@tradewind/contract/crm/company.words'
import { useText } from '#kit/text'

export const TypeBadges = ({ types }: { types: readonly CompanyType[] }) => {
  const t = useText()
  return (
    <Group gap={4}>
      {types.map((type) => (
        <Badge key={type} variant="light" radius="sm" maw="100%" title={t(typeNames[type])}>
          {t(typeNames[type])}
        </Badge>
      ))}
    </Group>
  )
}
