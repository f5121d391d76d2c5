/** Words for plausible company names and addresses, for countries with the same language. */
export interface NamePool {
  surnames: string[]
  trades: string[]
  forms: string[]
  /** `#` is the house number. */
  streets: string[]
  /** ISO code to towns. */
  towns: Record<string, string[]>
}

const words = (text: string) => text.split('|')

/** `DE Tübingen|Selb` on each line. */
const places = (text: string) =>
  Object.fromEntries(
    text
      .trim()
      .split('\n')
      .map((line) => [line.trim().slice(0, 2), words(line.trim().slice(3))]),
  )

const speech = (surnames: string, trades: string, forms: string, streets: string, towns: string): NamePool => ({
  surnames: words(surnames),
  trades: words(trades),
  forms: words(forms),
  streets: words(streets),
  towns: places(towns),
})

export const namePools: readonly NamePool[] = [
  speech(
    'Steinmann|Müller|Größl|Köhler|Schäfer|Bergmann|Hoffmann|Jäger|Vögele|Böhm|Lindner|Weiß|Krüger|Brandt|Zöllner|Hartmann|Grünwald|Obermayr|Pfeiffer|Kaufmann|Riedl|Sauter|Wächter|Übelhör',
    'Präzisionstechnik|Getriebebau|Maschinenbau|Solartechnik|Logistik|Werkzeugbau|Keramik|Möbelwerk|Fördertechnik|Steuerberatung|Messgeräte|Kältetechnik|Brauerei|Druckerei',
    'GmbH|AG|GmbH & Co. KG|KG',
    'Industriestraße #|Bahnhofstraße #|Am Speicher #|Mühlweg #',
    `DE Tübingen|Selb|Hamburg|Köln|Görlitz|Würzburg|Münster|Cottbus
    AT Wien|Graz|Sankt Pölten|Wörgl
    CH Zürich|Winterthur|Glarus|Münsingen
    LI Vaduz|Schaan`,
  ),
  speech(
    'Lefèvre|Moreau|Géraud|Béranger|Châtelain|Dupré|Fournier|Rousseau|Lemaître|Noël|Périgord|Séguin|Vasseur|Besançon|Gérard|Hébert|Joubert|Maréchal|Étienne|Delacroix',
    'Mécanique|Réseaux|Fromagerie|Ostréiculture|Hydraulique|Éclairage|Conseil|Électronique|Menuiserie|Céramique|Transports|Métrologie',
    'SARL|SAS|SA',
    '# rue des Horlogers|# quai Perrache|# avenue de la République|# chemin du Moulin',
    `FR Morez|Lyon|Marseille|Laguiole|Besançon|Orléans|Angoulême|Saint-Étienne
    BE Liège|Namur|Bruxelles|Mons
    LU Luxembourg|Differdange|Grevenmacher`,
  ),
  speech(
    'Rossi|Bianchi|Ferraro|Niccolò|Marchetti|Conti|D’Angelo|Gallo|Lombardi|Pellegrini|Santorò|Vitali|Esposito|Cantù|Barbieri|Moretti|Fabbri|Zanetti|Sartori|Caputo',
    'Meccanica|Impianti|Molini|Distribuzione|Ceramiche|Valvole|Oleodinamica|Tessitura|Elettronica|Arredamenti|Qualità|Trasporti',
    'S.r.l.|S.p.A.|S.n.c.',
    'Via Provinciale #|Corso Italia #|Via del Porto #|Località Là #',
    `IT Barzio|Bra|Ancona|Milano|Genova|Forlì|Cantù|Reggio Emilia
    SM San Marino|Serravalle`,
  ),
  speech(
    'García|Núñez|Ibáñez|Castañeda|Sánchez|Peña|Gómez|Ordóñez|Muñoz|Cáceres|Zúñiga|López|Álvarez|Beltrán|Quiñones|Rincón|Vázquez|Marín|Ferrer|Solís',
    'Cerámicas|Frutas|Maquinaria|Logística|Energía|Construcción|Asesoría|Electrónica|Conservas|Mecanizados|Instalaciones|Tecnología',
    'S.L.|S.A.|S. de R.L.',
    'Calle Mayor #|Polígono Sur #|Avenida de la Constitución #|Paseo del Río #',
    `ES Castellón|Molina de Segura|Córdoba|León|Mérida|Ávila
    MX Querétaro|Mérida|León|Cancún
    AR Córdoba|Neuquén|Tucumán
    CL Concepción|Valparaíso|Copiapó
    CO Bogotá|Medellín|Ibagué
    PE Lima|Junín|Áncash`,
  ),
  speech(
    'Gonçalves|Araújo|Magalhães|Simões|Conceição|Guimarães|Brandão|Falcão|Antunes|Nóbrega|Assunção|Vilaça|Sousa|Leitão|Patrício|Mourão|Galvão|Meireles',
    'Cortiça|Máquinas|Conservação|Transportes|Cerâmica|Têxteis|Comércio|Indústria|Automação|Construções|Laticínios|Embalagens',
    'Lda.|S.A.|Ltda.',
    'Rua da Estação #|Avenida Atlântica #|Travessa do Mercado #|Praça São João #',
    `PT Évora|Guimarães|Setúbal|Póvoa de Varzim
    BR São Paulo|Goiânia|Brasília|Florianópolis|Maceió`,
  ),
  speech(
    'De Wit|Van Dijk|Bakker|Visser|Coöperman|De Groot|Vermeulen|Van den Bérg|Jansen|Smeets|Verhoeven|Kuiper|Mulder|Hoekstra|Brouwer|Dekker',
    'Techniek|Machinebouw|Advies|Zuivel|Logistiek|Koeltechniek|Bloemen|Scheepsbouw|Elektro|Verpakkingen',
    'B.V.|N.V.',
    'Havenstraat #|Molenweg #|Coöperatiestraat #|Industrieweg #',
    `NL Venlo|Haarlem|Groningen|Oss|Zaandam|Reünie
    SR Paramaribo|Lelydorp`,
  ),
  speech(
    'Söderholm|Lindqvist|Åkesson|Nyström|Bjørnstad|Østergaard|Kjær|Hämäläinen|Mäkinen|Þórsson|Jónsdóttir|Sjögren|Ångström|Møller|Rønning|Väisänen|Nørgaard|Hårstad',
    'Træ|Verkstad|Marinteknik|Snickeri|Fiske|Måleteknik|Energi|Møbler|Stål|Konsult|Båtbyggeri|Sågverk',
    'AB|AS|A/S|Oy|ehf.',
    'Havnegata #|Storgatan #|Skogsvägen #|Møllevej #',
    `SE Umeå|Malmö|Örebro|Norrköping|Växjö
    NO Trondheim|Tromsø|Ålesund
    DK Aarhus|Køge|Sønderborg
    FI Jyväskylä|Hämeenlinna|Ähtäri
    IS Reykjavík|Ísafjörður`,
  ),
  speech(
    'Wiśniewski|Wójcik|Kowalczyk|Zieliński|Novák|Dvořák|Černý|Procházka|Kučera|Horváth|Krajčír|Šimek|Jagiełło|Dąbrowski|Růžička|Baláž|Żak|Gołąb',
    'Strojírny|Obróbka|Nářadí|Budownictwo|Automatyka|Sklárny|Pivovar|Drevo|Elektronika|Výroba|Konstrukcje|Doprava',
    's.r.o.|a.s.|Sp. z o.o.|S.A.',
    'ul. Długa #|Nádražní #|Hlavná #|ul. Łąkowa #',
    `PL Łódź|Gdańsk|Poznań|Rzeszów|Wrocław
    CZ Plzeň|Brno|Třebíč|České Budějovice
    SK Košice|Žilina|Bratislava`,
  ),
  speech(
    'Kovács|Szabó|Tóth|Németh|Bíró|Popescu|Ștefănescu|Șerban|Țurcanu|Horvat|Novaković|Đorđević|Šarić|Kovačić|Živković|Földi|Győri|Mănescu',
    'Gépgyár|Szerszám|Építő|Mașini|Tâmplărie|Oprema|Gradnja|Žitarice|Strojarstvo|Élelmiszer|Unelte|Prijevoz',
    'Kft.|Zrt.|S.R.L.|d.o.o.',
    'Fő utca #|Strada Gării #|Ulica kralja Petra #|Kossuth út #',
    `HU Győr|Pécs|Székesfehérvár
    RO Brașov|Timișoara|Iași
    HR Čakovec|Šibenik|Zagreb
    SI Črnomelj|Škofja Loka
    RS Čačak|Niš`,
  ),
  speech(
    'Öztürk|Yılmaz|Çelik|Şahin|Güneş|Kılıç|Doğan|Aydın|Özdemir|Korkmaz|Ünal|Kaplan|Erdoğdu|Çakır|Bozkurt|Gül',
    'Makina|Tekstil|Döküm|Gıda|Lojistik|İnşaat|Mobilya|Elektrik|Ambalaj|Cam',
    'A.Ş.|Ltd. Şti.',
    'Atatürk Caddesi #|Sanayi Sokağı #|Çınar Bulvarı #',
    `TR İzmir|Eskişehir|Muğla|Denizli|Çorum
    AZ Bakı|Gəncə`,
  ),
  speech(
    'Gallagher|O’Brien|Whitmore|Ashdown|Brontë|Pemberton|Fitzgerald|MacLeod|Harrington|Nuñez-Clark|Okonkwo|Sinclair|Tremblay|Wakefield|Bélanger|Thornbury|Hargreaves|Kirkpatrick|Dunne|Rutherford',
    'Instruments|Foundry|Consulting|Timber|Packaging|Robotics|Logistics|Textiles|Water Systems|Castings|Analytics|Orchards',
    'Ltd|plc|Inc.|LLC|Pty Ltd',
    '# Harbour Road|# Mill Lane|# Station Street|# Cathédrale Street',
    `GB Sheffield|Leeds|Aberystwyth|Dundee|Belfast
    IE Cork|Dún Laoghaire|Sligo
    US Dayton|Española|Duluth|Tacoma|Chattanooga
    CA Montréal|Halifax|Lévis
    AU Geelong|Ballarat
    NZ Whangārei|Ōtaki`,
  ),
  speech(
    'Nguyễn|Trần|Phạm|Hoàng|Võ|Đặng|Satō|Kōno|Itō|Ōmori|Yūki|Gotō|Tanaka|Hayashi|Kobayashi|Lê',
    'Seiki|Kōgyō|Denki|Thực Phẩm|Cơ Khí|Dệt May|Xây Dựng|Kagaku|Bōeki|Vận Tải',
    'K.K.|Co., Ltd.|JSC',
    'Đường Lê Lợi #|Chūō #|Phố Huế #',
    `JP Ōsaka|Kōbe|Hamamatsu|Kyōto
    VN Đà Nẵng|Huế|Cần Thơ|Hải Phòng`,
  ),
]
