import { Anchor, Group, NativeSelect, Text } from '@mantine/core'
import type { Language } from '@tradewind/contract/kit/language'
import { Link } from 'react-router'
import { languageNames } from '#kit/languages'
import { usePage } from '#kit/page/page'
import { useLanguage, useText } from '#kit/text'
import { useChoices } from '#platform/identity/useChoices'
import styles from './frame.module.css'

const year = new Date().getFullYear()

export const Footer = () => {
  const t = useText()
  const language = useLanguage()
  const { tenant } = usePage()
  const choose = useChoices()
  return (
    <Group component="footer" className={styles.footer} justify="space-between">
      <Text size="sm" c="dimmed">
        © {year} {tenant.name}
      </Text>
      <Group gap="md">
        <Anchor component={Link} to="/" size="sm" c="dimmed" underline="hover">
          {t('Home')}
        </Anchor>
        <Anchor component={Link} to="/aboutUs" size="sm" c="dimmed" underline="hover">
          {t('About Us')}
        </Anchor>
        <NativeSelect
          size="xs"
          aria-label={t('Language')}
          value={language}
          onChange={(event) => void choose({ language: event.currentTarget.value as Language })}
          data={Object.entries(languageNames).map(([value, label]) => ({ value, label }))}
        />
      </Group>
    </Group>
  )
}
