"""What the rules say of the boards, kept apart from their data: continents with what they are worth, and each territory
with its neighbours; `~` is a link that is drawn as a route. Every link is said at both of its ends.
"""

CLASSIC42 = """
North America 5
  Alaska: Northwest Territory, Alberta, ~Kamchatka
  Northwest Territory: Alaska, ~Greenland, Alberta, Ontario
  Greenland: ~Northwest Territory, ~Ontario, ~Quebec, ~Iceland
  Alberta: Alaska, Northwest Territory, Ontario, Western United States
  Ontario: Northwest Territory, ~Greenland, Alberta, Quebec, Western United States, Eastern United States
  Quebec: ~Greenland, Ontario, Eastern United States
  Western United States: Alberta, Ontario, Eastern United States, Central America
  Eastern United States: Ontario, Quebec, Western United States, Central America
  Central America: Western United States, Eastern United States, Venezuela
South America 2
  Venezuela: Central America, Peru, Brazil
  Peru: Venezuela, Brazil, Argentina
  Brazil: Venezuela, Peru, Argentina, ~North Africa
  Argentina: Peru, Brazil
Europe 5
  Iceland: ~Greenland, ~Great Britain, ~Scandinavia
  Great Britain: ~Iceland, ~Scandinavia, ~Northern Europe, ~Western Europe
  Scandinavia: ~Iceland, ~Great Britain, ~Northern Europe, Ukraine
  Northern Europe: ~Great Britain, ~Scandinavia, Western Europe, Southern Europe, Ukraine
  Western Europe: ~Great Britain, Northern Europe, Southern Europe, ~North Africa
  Southern Europe: Northern Europe, Western Europe, Ukraine, ~North Africa, ~Egypt, Middle East
  Ukraine: Scandinavia, Northern Europe, Southern Europe, Ural, Afghanistan, Middle East
Africa 3
  North Africa: ~Brazil, ~Western Europe, ~Southern Europe, Egypt, East Africa, Congo
  Egypt: ~Southern Europe, North Africa, East Africa, Middle East
  East Africa: North Africa, Egypt, Congo, South Africa, ~Madagascar, ~Middle East
  Congo: North Africa, East Africa, South Africa
  South Africa: East Africa, Congo, ~Madagascar
  Madagascar: ~East Africa, ~South Africa
Asia 7
  Ural: Ukraine, Siberia, Afghanistan, China
  Siberia: Ural, Yakutsk, Irkutsk, China, Mongolia
  Yakutsk: Siberia, Kamchatka, Irkutsk
  Kamchatka: ~Alaska, Yakutsk, Irkutsk, Mongolia, ~Japan
  Irkutsk: Siberia, Yakutsk, Kamchatka, Mongolia
  Afghanistan: Ukraine, Ural, China, Middle East, India
  China: Ural, Siberia, Afghanistan, Mongolia, India, Siam
  Mongolia: Siberia, Kamchatka, Irkutsk, China, ~Japan
  Japan: ~Kamchatka, ~Mongolia
  Middle East: Southern Europe, Ukraine, Egypt, ~East Africa, Afghanistan, India
  India: Afghanistan, China, Middle East, Siam
  Siam: China, India, ~Indonesia
Australia 2
  Indonesia: ~Siam, ~New Guinea, ~Western Australia
  New Guinea: ~Indonesia, ~Western Australia, ~Eastern Australia
  Western Australia: ~Indonesia, ~New Guinea, Eastern Australia
  Eastern Australia: ~New Guinea, Western Australia
"""

EARTH2210 = """
North America 5
  Northwestern Oil Emirate: Nunavut, Alberta, ~Pevek
  Nunavut: Northwestern Oil Emirate, ~Exiled States of America, Alberta, Canada
  Exiled States of America: ~Nunavut, ~Canada, ~Republique du Quebec, ~Iceland GRC
  Alberta: Northwestern Oil Emirate, Nunavut, Canada, Continental Biospheres
  Canada: Nunavut, ~Exiled States of America, Alberta, Republique du Quebec, Continental Biospheres, American Republic
  Republique du Quebec: ~Exiled States of America, Canada, American Republic
  Continental Biospheres: Alberta, Canada, American Republic, Mexico
  American Republic: Canada, Republique du Quebec, Continental Biospheres, Mexico
  Mexico: Continental Biospheres, American Republic, Nuevo Timoto
South America 2
  Nuevo Timoto: Mexico, Andean Nations, Amazon Desert
  Andean Nations: Nuevo Timoto, Amazon Desert, Argentina
  Amazon Desert: Nuevo Timoto, Andean Nations, Argentina, ~Saharan Empire
  Argentina: Andean Nations, Amazon Desert
Europe 5
  Iceland GRC: ~Exiled States of America, ~New Avalon, ~Jotenheim
  New Avalon: ~Iceland GRC, ~Jotenheim, ~Warsaw Republic, ~Andorra
  Jotenheim: ~Iceland GRC, ~New Avalon, ~Warsaw Republic, Ukrayina
  Warsaw Republic: ~New Avalon, ~Jotenheim, Ukrayina, Andorra, Imperial Balkania
  Ukrayina: Jotenheim, Warsaw Republic, Imperial Balkania, Middle East, Afghanistan, Enclave of the Bear
  Andorra: ~New Avalon, Warsaw Republic, Imperial Balkania, ~Saharan Empire
  Imperial Balkania: Warsaw Republic, Ukrayina, Andorra, ~Saharan Empire, ~Egypt, Middle East
Africa 3
  Saharan Empire: ~Amazon Desert, ~Andorra, ~Imperial Balkania, Egypt, Ministry of Djibouti, Zaire Military Zone
  Egypt: ~Imperial Balkania, Saharan Empire, Ministry of Djibouti, Middle East
  Ministry of Djibouti: Saharan Empire, Egypt, Zaire Military Zone, Lesotho, ~Madagascar
  Zaire Military Zone: Saharan Empire, Ministry of Djibouti, Lesotho
  Lesotho: Ministry of Djibouti, Zaire Military Zone, ~Madagascar
  Madagascar: ~Ministry of Djibouti, ~Lesotho
Asia 7
  Middle East: Ukrayina, Imperial Balkania, Egypt, Afghanistan, United Indiastan
  Afghanistan: Ukrayina, Middle East, Enclave of the Bear, Hong Kong, United Indiastan
  Enclave of the Bear: Ukrayina, Afghanistan, Siberia, Hong Kong
  Siberia: Enclave of the Bear, Sakha, Alden, Khan Industrial State, Hong Kong
  Sakha: Siberia, Pevek, Alden
  Pevek: ~Northwestern Oil Emirate, Sakha, Alden, Khan Industrial State, ~Japan
  Alden: Siberia, Sakha, Pevek, Khan Industrial State
  Khan Industrial State: Siberia, Pevek, Alden, ~Japan, Hong Kong
  Japan: ~Pevek, ~Khan Industrial State
  Hong Kong: Afghanistan, Enclave of the Bear, Siberia, Khan Industrial State, United Indiastan, Angkhor Wat
  United Indiastan: Middle East, Afghanistan, Hong Kong, Angkhor Wat
  Angkhor Wat: Hong Kong, United Indiastan, ~Java Cartel
Australia 2
  Java Cartel: ~Angkhor Wat, ~New Guinea, ~Aboriginal League
  New Guinea: ~Java Cartel, ~Aboriginal League, ~Australian Testing Ground
  Aboriginal League: ~Java Cartel, ~New Guinea, Australian Testing Ground
  Australian Testing Ground: ~New Guinea, Aboriginal League
"""

ANCIENT = """
Europa 7
  Liguria: Roma, Dalmatia, Gaul
  Corsica: ~Roma
  Sicilia: ~Apulia, ~Carthage
  Roma: Liguria, ~Corsica, Apulia
  Apulia: ~Sicilia, Roma, ~Dalmatia, ~Graecia
  Dalmatia: Liguria, ~Apulia, Dacia, Thracia, Graecia
  Minoa: ~Graecia, ~Ionia, ~Egypt
  Dacia: Dalmatia, Thracia, Scythia
  Thracia: Dalmatia, Dacia, Graecia
  Graecia: ~Apulia, Dalmatia, ~Minoa, Thracia, ~Ionia
  Ionia: ~Minoa, ~Graecia, Anatolia
  Anatolia: Ionia, Phoenicia
Germania 5
  Hibernia: ~Caledonia, ~Anglia, ~Hesperide
  Caledonia: ~Hibernia, Anglia, ~Thule
  Anglia: ~Hibernia, Caledonia, ~Alemannia, ~Gaul
  Thule: ~Caledonia, Varangia, ~Alemannia
  Varangia: Thule, Galicia, Rus
  Galicia: Varangia, Alemannia
  Alemannia: ~Anglia, ~Thule, Galicia, Gaul
  Gaul: Liguria, ~Anglia, Alemannia, Iberia
  Iberia: Gaul, ~Atlas, ~Oricalcos
Africa 5
  Atlas: ~Iberia, Gaitulia, Carthage, ~Oricalcos
  Gaitulia: Atlas, Carthage, Cyrenaica, Nubia
  Carthage: ~Sicilia, Atlas, Gaitulia, Cyrenaica
  Cyrenaica: Gaitulia, Carthage, Nubia, Egypt
  Nubia: Gaitulia, Cyrenaica, Egypt, Kush
  Egypt: ~Minoa, Cyrenaica, Nubia, Kush, Phoenicia
  Kush: Nubia, Egypt, ~Sheba
Asia Minor 3
  Phoenicia: Anatolia, Egypt, Assyria, Babylon, Sheba
  Assyria: Phoenicia, Parthia, Sumer, Babylon
  Parthia: Assyria, Sumer, Sarmatia
  Sumer: Assyria, Parthia, Babylon
  Babylon: Phoenicia, Assyria, Sumer, Sheba
  Sheba: ~Kush, Phoenicia, Babylon
Atlantis 3
  Hesperide: ~Hibernia, Tritonis
  Tritonis: Hesperide, Poseidonis
  Poseidonis: Tritonis, Oricalcos
  Oricalcos: ~Iberia, ~Atlas, Poseidonis
Hyrkania 2
  Rus: Varangia, Scythia, Cimmeria, Sarmatia
  Scythia: Dacia, Rus, Cimmeria
  Cimmeria: Rus, Scythia, ~Sarmatia
  Sarmatia: Parthia, Rus, ~Cimmeria
"""

MOUNTAINS = """
Alemannia: Liguria, Dalmatia, Dacia
Galicia: Dacia, Scythia, Rus
Anatolia: Cimmeria, Parthia, Assyria
Cimmeria: Parthia
"""
"""Closed borders of the ancient board. Those of Gaul with Liguria and of Rus with Varangia are open."""

SEA2210 = """
US Pacific 2
  Poseidon: Hawaiian Preserve
  Hawaiian Preserve: Poseidon, New Atlantis
  New Atlantis: Hawaiian Preserve, ~Neo Tokyo
Asia Pacific 1
  Neo Tokyo: ~New Atlantis, Sung Tzu
  Sung Tzu: Neo Tokyo
North Atlantic 2
  New York: Western Ireland, Nova Brasilia
  Western Ireland: New York
  Nova Brasilia: New York
South Atlantic 1
  Neo Paulo: The Ivory Reef
  The Ivory Reef: Neo Paulo
Indian 2
  South Ceylon: Microcorp
  Microcorp: South Ceylon, Akara
  Akara: Microcorp
"""

MOON2210 = """
Cresinion 2
  Bay of Dew: Harpalus, Sea of Rains, Ocean of Storms, Byrgius
  Harpalus: Bay of Dew, Sea of Rains, Aristotle
  Sea of Rains: Bay of Dew, Harpalus, Ocean of Storms, Aristotle, Sea of Serenity, Rhaeticus, Sea of Clouds
  Ocean of Storms: Bay of Dew, Sea of Rains, Byrgius, Sea of Clouds
Delphot 2
  Aristotle: Harpalus, Sea of Rains, Sea of Serenity, Sea of Crisis
  Sea of Serenity: Sea of Rains, Aristotle, Sea of Crisis, Sea of Nectar, Rhaeticus
  Sea of Crisis: Aristotle, Sea of Serenity, Sea of Nectar
  Sea of Nectar: Sea of Serenity, Sea of Crisis, Rhaeticus, Straight Wall
Sajon 4
  Byrgius: Bay of Dew, Ocean of Storms, Sea of Clouds, Marsh of Diseases
  Rhaeticus: Sea of Rains, Sea of Serenity, Sea of Nectar, Sea of Clouds, Straight Wall
  Sea of Clouds: Sea of Rains, Ocean of Storms, Byrgius, Rhaeticus, Straight Wall, Marsh of Diseases, Tycho
  Straight Wall: Sea of Nectar, Rhaeticus, Sea of Clouds, Tycho
  Marsh of Diseases: Byrgius, Sea of Clouds, Tycho
  Tycho: Sea of Clouds, Straight Wall, Marsh of Diseases
"""

LANDING_SITES = ("Bay of Dew", "Sea of Crisis", "Tycho")

COASTS2210 = """
  Poseidon: ~Continental Biospheres
  New Atlantis: ~Nuevo Timoto
  Neo Tokyo: ~Japan, ~Hong Kong
  Sung Tzu: ~Java Cartel
  New York: ~American Republic
  Western Ireland: ~New Avalon
  Nova Brasilia: ~Amazon Desert
  Neo Paulo: ~Amazon Desert
  The Ivory Reef: ~Saharan Empire
  South Ceylon: ~United Indiastan
  Microcorp: ~Madagascar
  Akara: ~Aboriginal League
"""
"""Each water's links with land, said at its own end alone."""

UNDERWORLD = """
  Underworld I: Underworld XI, Underworld XII, Underworld XIII
  Underworld II: Underworld III, Underworld XIII
  Underworld III: Underworld II, Underworld V, Underworld XIII
  Underworld IV: Underworld V
  Underworld V: Underworld III, Underworld IV, Underworld VI, Underworld XIII
  Underworld VI: Underworld V, Underworld VII
  Underworld VII: Underworld VI, Underworld VIII, Underworld IX, Underworld XI
  Underworld VIII: Underworld VII
  Underworld IX: Underworld VII, Underworld X, Underworld XI
  Underworld X: Underworld IX, Underworld XI
  Underworld XI: Underworld I, Underworld VII, Underworld IX, Underworld X, Underworld XII
  Underworld XII: Underworld I, Underworld XI, Underworld XIII
  Underworld XIII: Underworld I, Underworld II, Underworld III, Underworld V, Underworld XII
"""

FLAMES = """
  Underworld I: Underworld II, Underworld X
  Underworld VIII: Underworld IX
  Underworld III: Underworld IV
  Underworld VI: Underworld XII
"""
"""Borders between spaces that flames close, each said once."""

SPACES = {"gate": ("I", "IV", "VIII"), "crypt": ("II", "V", "VII", "X"), "altar": ("III", "IX")}

HEAVENS = ("Kurnugia", "Avalon", "Duat", "Elysium", "Valhalla")
"""In the order of their pantheons: Babylonians, Celts, Egyptians, Greeks, Norse."""
