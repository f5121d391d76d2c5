import { Anchor, Group, NativeSelect, Text } from '@mantine/core'
import { Link } from 'react-router'
import { isLanguage, languageNames } from '#kit/languages'
import { usePage } from '#kit/page/page'
import { chooseLanguage, useLanguage, useText } from '#kit/text'
import styles from './frame.module.css'

const year = new Date().getFullYear()
const choose = (chosen: string) => isLanguage(chosen) && void chooseLanguage(chosen)

export const Footer = () => {
  const t = useText()
  const language = useLanguage()
  const { tenant } = usePage()
  return (
    <Group component="footer" className={styles.footer} justify="space-between">
      <Text size="sm" c="dimmed">
        © {year} {tenant.name}
      </Text>
      <Group gap="md">
        <Anchor component={Link} to="/" size="sm" c="dimmed">
          {t('Home')}
        </Anchor>
        <NativeSelect
          size="xs"
          aria-label={t('Language')}
          value={language}
          onChange={(event) => choose(event.currentTarget.value)}
          data={Object.entries(languageNames).map(([value, label]) => ({ value, label }))}
        />
      </Group>
    </Group>
  )
}
